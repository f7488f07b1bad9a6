import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { escapeHtml } from '#server/platform/html.ts'
import { sampleEmails } from '#test/support/email-samples.ts'
import { inRoot } from './paths.mjs'

const folder = resolve(process.argv[2] ?? inRoot('dist', 'emails'))
const pictures = ['dunes.webp', 'slot-canyon.webp', 'sea-at-dusk.webp']

mkdirSync(folder, { recursive: true })
for (const picture of pictures) copyFileSync(inRoot('demo', 'pictures', picture), join(folder, picture))

const entries = []
for (const [name, content] of Object.entries(sampleEmails(pictures))) {
  const { subject, html, text } = await renderEmail(content)
  writeFileSync(join(folder, `${name}.html`), html)
  writeFileSync(join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}\n`)
  entries.push(`<section><h2>${name}</h2><p>${escapeHtml(subject)} (<a href="${name}.html">HTML</a>,
<a href="${name}.txt">text</a>)</p><iframe title="${name}, wide" src="${name}.html" width="700" height="800"></iframe>
<iframe title="${name}, on a phone" src="${name}.html" width="390" height="800"></iframe></section>`)
}
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Emails</title><style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif } iframe { border: 1px solid; max-width: 100% }
</style></head><body><h1>Emails</h1>${entries.join('\n')}</body></html>\n`,
)
console.log(`${entries.length} emails: open ${join(folder, 'index.html')}`)
