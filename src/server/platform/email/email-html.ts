import { type CSSProperties, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { blocksOf, footerOf, headline, head as headOf, tableOf } from './email-blocks.ts'
import type { EmailBlock, EmailBrand, EmailContent } from './email-content.ts'

const darkStyles = `:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #1a1a1a !important } .ink { color: #f0f0f0 !important } .soft { color: #bababa !important }
  .line { border-color: #2e2e2e !important } .link { color: #82c3ea !important }
  .button { background: #f0f0f0 !important } .label { color: #141414 !important }
}`

/** Colors and logos for dark mode. */
const brandStyles = ({ accent, logoDarkUrl }: EmailBrand) => `
@media (prefers-color-scheme: dark) {
  ${accent ? `.button { background: ${accent.dark} !important } .link { color: ${accent.dark} !important }` : ''}
  ${logoDarkUrl ? '.on-light { display: none !important } .on-dark { display: inline !important }' : ''}
}`

const page: CSSProperties = { margin: 0, padding: 0, background: '#ffffff' }
const centered: CSSProperties = { width: '100%', maxWidth: 560, textAlign: 'left' }
const type: CSSProperties = {
  padding: '24px 20px 32px',
  fontFamily: "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  fontSize: 16,
  lineHeight: '26px',
}
const hidden: CSSProperties = { display: 'none', overflow: 'hidden', maxHeight: 0, maxWidth: 0, lineHeight: '1px' }

/** Keeps email clients from appending the beginning of the email to the preview. */
const filler = '\u00a0\u200c'.repeat(90)

const isPicture = (block: EmailBlock) => typeof block !== 'string' && 'picture' in block

/** React escapes all user input. */
export function toEmailHtml({ subject, preview, heading, blocks, footer, brand }: EmailContent) {
  // The cover is shown above the headline.
  const aboveCount = blocks.findIndex((block) => !isPicture(block))
  const head = createElement(
    'head',
    null,
    createElement('meta', { charSet: 'utf-8' }),
    createElement('meta', { name: 'viewport', content: 'width=device-width' }),
    createElement('meta', { name: 'color-scheme', content: 'light dark' }),
    createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    createElement('title', null, subject),
    createElement('style', null, brand ? darkStyles + brandStyles(brand) : darkStyles),
  )
  const content = createElement(
    'td',
    { style: type },
    headOf(brand),
    blocksOf(blocks.slice(0, aboveCount), brand?.accent),
    headline(heading),
    blocksOf(blocks.slice(aboveCount), brand?.accent),
    footerOf(footer, brand?.accent),
  )
  const body = createElement(
    'body',
    { className: 'page', style: page },
    createElement('div', { style: hidden }, preview + filler),
    tableOf(
      { width: '100%', className: 'page', style: page },
      // Outlook on Windows ignores max-width and needs the width attribute.
      createElement('td', { align: 'center' }, tableOf({ width: '560', style: centered }, content)),
    ),
  )
  return `<!doctype html>${renderToStaticMarkup(createElement('html', { lang: 'en' }, head, body))}`
}
