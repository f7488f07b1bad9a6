import { escapeHtml } from './html.ts'

type PlainPage = {
  title: string
  sentence: string
  /** Tags for the head, as they are. */
  head?: string
  /** What the button does; without one there is the way home. */
  form?: { method: 'get' | 'post'; action: string; label: string }
}

const styles = `:root{color-scheme:light dark;--ink:#161616;--soft:#4d4d4d;--page:#fcfcfc;--line:#e3e3e3;--button:#161616;--label:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#f0f0f0;--soft:#bababa;--page:#141414;--line:#2e2e2e;--button:#f0f0f0;--label:#141414}}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.6 'Instrument Sans Variable',system-ui,sans-serif}
main{display:grid;gap:1.25rem;justify-items:start;max-width:34rem;margin:0 auto;padding:clamp(3rem,14vh,9rem) 1.25rem}
h1{margin:0;font-size:clamp(2rem,6vw,3rem);line-height:1.1;font-weight:500;letter-spacing:-.02em;overflow-wrap:anywhere}
p{margin:0;color:var(--soft)}a{color:inherit}
button{min-height:3.25rem;padding:0 1.5rem;border:0;border-radius:8px;background:var(--button);color:var(--label);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid #0b5a85;outline-offset:2px}`

const noIndex = '<meta name="robots" content="noindex">'

/** Beside the app and without scripts: a heading, a sentence, and one thing to do. */
export const renderPlainPage = ({ title, sentence, head = '', form }: PlainPage) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${noIndex}<title>${escapeHtml(title)} · Framelight</title>${head}<style>${styles}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>${
    form === undefined
      ? '<p><a href="/">Go to Home</a></p>'
      : `<form method="${form.method}" action="${escapeHtml(form.action)}"><button>${escapeHtml(form.label)}</button></form>`
  }</main></body></html>`
