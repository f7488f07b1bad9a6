import { escapeHtml } from '../html.ts'

/** A mail as people read it: words in parts, and at most one picture and one button. */
export type MailPage = {
  heading: string
  picture?: { url: string; alt: string; width: number; height: number } | undefined
  /** In order; a quote is what somebody wrote. */
  parts: (string | { quote: string })[]
  button: { label: string; url: string }
  /** What is below it, and the small words at the end. */
  after?: string[]
  footer: string
}

/** Colours of dark mail programs; the others are in the tags, where every program looks. */
const dark = `@media (prefers-color-scheme: dark) {
  .page { background: #1a1a1a !important } .ink { color: #f0f0f0 !important } .soft { color: #bababa !important }
  .line { border-color: #2e2e2e !important } .button { background: #f0f0f0 !important; color: #141414 !important }
}`

const font = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const soft = 'margin:0 0 16px;color:#4d4d4d'

const toLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** The same words as HTML and as text. */
export function renderMail({ heading, picture, parts, button, after = [], footer }: MailPage) {
  const body = [
    '<p class="ink" style="margin:0 0 20px;font-size:15px;line-height:22px;font-weight:600;color:#161616">Framelight</p>',
    picture &&
      `<img src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}" width="${picture.width}" height="${picture.height}" style="display:block;width:100%;height:auto;margin:0 0 24px;border-radius:2px">`,
    `<h1 class="ink" style="margin:0 0 8px;font-size:26px;line-height:32px;font-weight:600;color:#161616">${escapeHtml(heading)}</h1>`,
    ...parts.map((part) =>
      typeof part === 'string'
        ? `<p class="soft" style="${soft}">${toLines(part)}</p>`
        : `<p class="soft line" style="${soft};padding-left:14px;border-left:2px solid #e3e3e3">${toLines(part.quote)}</p>`,
    ),
    `<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.url)}" style="display:inline-block;padding:13px 24px;border-radius:8px;background:#161616;color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>`,
    ...after.map((text) => `<p class="soft" style="${soft};font-size:15px;line-height:23px">${toLines(text)}</p>`),
    `<p class="soft line" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e3e3e3;font-size:13px;line-height:20px;color:#4d4d4d">${toLines(footer)}</p>`,
  ]
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(heading)}</title><style>${dark}</style></head>
<body class="page" style="margin:0;background:#ffffff"><div class="page" style="background:#ffffff;font-family:${font};font-size:16px;line-height:26px"><div style="max-width:560px;margin:0 auto;padding:24px 20px 32px">
${body.filter(Boolean).join('\n')}
</div></div></body></html>`
  const text = [
    heading,
    ...parts.map((part) => (typeof part === 'string' ? part : part.quote.replace(/^/gm, '> '))),
    `${button.label}: ${button.url}`,
    ...after,
    footer,
  ].join('\n\n')
  return { html, text }
}
