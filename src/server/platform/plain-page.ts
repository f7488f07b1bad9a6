import { pages } from '#shared/pages.ts'
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

/** Looks like the app's `StateScreen`, whose styles aren't available here. */
const styles = `:root{color-scheme:light dark;--ink:light-dark(#161616,#f0f0f0);--soft:light-dark(#4d4d4d,#bababa);--page:light-dark(#fcfcfc,#121212);--line:light-dark(#e3e3e3,#2e2e2e);--edge:light-dark(#858585,#787878);--print:light-dark(#fff,#1a1a1a);--wall:light-dark(#ededed,#1d1d1d);--pane:light-dark(#fff,#3a3a3a);--label:light-dark(#fff,#141414);--shade:light-dark(rgb(0 0 0/.2),rgb(0 0 0/.7));--gutter:clamp(1rem,.2rem + 3.2vw,2.5rem)}
*{box-sizing:border-box}
body{display:flex;flex-direction:column;min-height:100dvh;margin:0;background:var(--page);color:var(--ink);font:.9375rem/1.5 'Instrument Sans Variable',system-ui,sans-serif}
header,main,nav{width:100%;max-width:calc(75rem + 2*var(--gutter));margin-inline:auto;padding-inline:var(--gutter)}
a{color:inherit;text-decoration:none}
header a{display:inline-flex;align-items:center;gap:.625rem;min-height:4rem;font-size:1.0625rem;font-weight:600}
main{display:grid;flex:1 0 auto;align-content:start;gap:2rem;padding-block:clamp(2rem,7vw,6rem)}
.print{width:12rem;padding:1.125rem;border:1px solid var(--line);border-radius:2px;background:var(--print);box-shadow:0 16px 32px -20px var(--shade)}
.frame{position:relative;aspect-ratio:3/2;overflow:hidden;border-radius:2px;background:var(--wall)}
.frame::before,.frame::after{content:"";position:absolute;top:-14%;left:40%;width:27%;height:112%;transform:skew(-24deg,9deg);filter:blur(.375rem);background:linear-gradient(var(--wall),var(--wall)) 50% 0/6% 100% no-repeat,repeating-linear-gradient(transparent 0 23%,var(--wall) 23% 25%),linear-gradient(var(--pane),var(--pane));mask-image:linear-gradient(#000 45%,transparent 96%)}
.frame::after{left:76%;width:20%;opacity:.5}
.text{display:grid;gap:1.25rem;justify-items:start}
h1{margin:0;font-size:clamp(2rem,1.55rem + 1.9vw,3rem);line-height:1.1;font-weight:500;letter-spacing:-.025em;overflow-wrap:anywhere}
p{max-width:34rem;margin:0;color:var(--soft);font-size:1.1875rem;line-height:1.8125rem}
button,main a{display:inline-grid;align-items:center;min-height:2.75rem;padding:0 1.125rem;border:1px solid var(--edge);border-radius:8px;color:var(--ink);font:inherit;font-weight:500}
button{border-color:transparent;background:var(--ink);color:var(--label);cursor:pointer}
footer{border-top:1px solid var(--line);padding-block:2rem}
nav{display:flex;flex-wrap:wrap;gap:0 1rem;font-size:.8125rem}
nav a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--soft)}
header{display:flex;flex-wrap:wrap;align-items:center;gap:0 2rem}
header nav{flex:1;padding:0}
header nav a:last-child{margin-left:auto}
header nav a{min-height:2.75rem;font-size:inherit;font-weight:400}
@media (min-width:40rem){nav{gap:0 1.5rem;font-size:.9375rem}}
@media (max-width:51.99rem){header nav{display:none}}
nav a:hover{text-decoration:underline}
:focus-visible{outline:3px solid light-dark(#0b5a85,#82c3ea);outline-offset:2px}
@media (min-width:40rem){main{grid-template-columns:1fr 1fr;align-items:center;gap:2.5rem}.print{width:auto;padding:clamp(1.25rem,5%,2.5rem)}}
@media (min-width:64rem){main{gap:6rem}}
@media (max-height:30rem){main{padding-block:1rem}.print{max-width:22rem}}`

type PageLink = { to: string; label: string }
const navigation = (label: string, links: PageLink[]) =>
  `<nav aria-label="${label}">${links.map((link) => `<a href="${link.to}">${escapeHtml(link.label)}</a>`).join('')}</nav>`

const publicPages = [
  { to: pages.home, label: 'Home' },
  { to: pages.faq, label: 'FAQ' },
  { to: pages.contact, label: 'Contact' },
]
const header = navigation('Main', [...publicPages, { to: pages.login, label: 'Login' }])
const footer = navigation('Site', [
  ...publicPages,
  { to: pages.terms, label: 'Terms & Conditions' },
  { to: pages.privacy, label: 'Privacy Policy' },
  { to: pages.cookiePolicy, label: 'Cookie Policy' },
])

const noIndex = '<meta name="robots" content="noindex">'

export const renderPlainPage = ({ title, sentence, head = '', font, form }: PlainPage) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${noIndex}<title>${escapeHtml(title)} · Framelight</title>${head}<style>${font ? fontFace(font) : ''}${styles}</style></head><body><header><a href="/"><img src="/favicon.svg" alt="" width="22" height="22">Framelight</a>${header}</header><main><div class="print"><div class="frame"></div></div><div class="text"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>${
    form === undefined
      ? '<a href="/">Go to Home</a>'
      : `<form method="${form.method}" action="${escapeHtml(form.action)}"><button>${escapeHtml(form.label)}</button></form>`
  }</div></main><footer>${footer}</footer></body></html>`
