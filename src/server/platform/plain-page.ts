import { escapeHtml } from './html.ts'

type PlainPage = {
  title: string
  sentence: string
  head?: string
  /** The URL of the app's font. */
  font: string | undefined
  /** The form has a single button. Without a form, the page links to the home page. */
  form?: { method: 'get' | 'post'; action: string; label: string }
}

export const fontFace = (url: string) =>
  `@font-face{font-family:"Instrument Sans Variable";font-weight:400 700;font-display:swap;src:url("${url}") format("woff2")}`

const styles = `:root{color-scheme:light dark;--ink:#161616;--soft:#4d4d4d;--page:#fcfcfc;--edge:#858585;--button:#161616;--label:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#f0f0f0;--soft:#bababa;--page:#121212;--edge:#787878;--button:#f0f0f0;--label:#141414}}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.6 'Instrument Sans Variable',system-ui,sans-serif}
header,main{max-width:34rem;margin:0 auto;padding:0 1.25rem}
header a{display:inline-flex;align-items:center;gap:.625rem;min-height:4rem;font-weight:600;text-decoration:none}
main{display:grid;gap:1.25rem;justify-items:start;padding-block:clamp(1.5rem,12vh,8rem)}
h1{margin:0;font-size:clamp(2rem,6vw,3rem);line-height:1.1;font-weight:500;letter-spacing:-.02em;overflow-wrap:anywhere}
p{margin:0;color:var(--soft)}a{color:inherit}
button,main a{display:inline-grid;align-items:center;min-height:2.75rem;padding:0 1.125rem;border:1px solid var(--edge);border-radius:8px;color:var(--ink);font:inherit;font-weight:500;text-decoration:none}
button{border-color:transparent;background:var(--button);color:var(--label);cursor:pointer}
:focus-visible{outline:3px solid #0b5a85;outline-offset:2px}`

const noIndex = '<meta name="robots" content="noindex">'

export const renderPlainPage = ({ title, sentence, head = '', font, form }: PlainPage) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${noIndex}<title>${escapeHtml(title)} · Framelight</title>${head}<style>${font ? fontFace(font) : ''}${styles}</style></head><body><header><a href="/"><img src="/favicon.svg" alt="" width="22" height="22">Framelight</a></header><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>${
    form === undefined
      ? '<p><a href="/">Go to Home</a></p>'
      : `<form method="${form.method}" action="${escapeHtml(form.action)}"><button>${escapeHtml(form.label)}</button></form>`
  }</main></body></html>`
