import { expect, test } from 'vitest'
import { sampleEmails } from '#test/support/email-samples.ts'
import { toEmailHtml } from './email-html.ts'
import { renderEmail } from './render-email.ts'

const samples = sampleEmails([
  'https://photos.example/1.jpg',
  'https://photos.example/2.jpg',
  'https://photos.example/3.jpg',
])

test.each(Object.entries(samples))(
  'the %s email has its heading, paragraphs and button URLs as text and as HTML, and loads only images',
  async (_, content) => {
    const { html, text } = await renderEmail(content)
    const shown = html
      .replace(/<head>.*?<\/head>/s, '')
      .replace(/<div style="display:none.*?<\/div>/s, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')

    const addresses = content.blocks.flatMap((block) =>
      typeof block !== 'string' && 'button' in block ? block.button.url : [],
    )
    for (const part of [
      content.heading,
      ...content.blocks.filter((block) => typeof block === 'string'),
      ...addresses,
    ]) {
      expect(text).toContain(part)
      for (const line of part.split('\n')) expect(shown).toContain(line)
    }
    expect(text).not.toMatch(/undefined|null|\[object/)
    expect(html).not.toMatch(/<link|<script|@import|@font-face|url\(|<form/)
    for (const [tag] of html.matchAll(/<img[^>]*>/g)) expect(tag).toMatch(/ alt="[^"]+"/)
    expect(html).toContain('prefers-color-scheme: dark')
  },
)

test('user input is escaped', async () => {
  const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>&amp;'
  const { html } = await renderEmail({
    subject: hostile,
    preview: hostile,
    heading: hostile,
    blocks: [
      hostile,
      { quote: hostile },
      { detail: hostile },
      { pictures: [{ url: 'https://photos.example/1.jpg', alt: hostile }] },
      { items: [{ heading: hostile, caption: hostile, quote: hostile }] },
      { button: { label: hostile, url: 'https://photos.example/' } },
    ],
    footer: [hostile, { label: hostile, url: 'https://photos.example/' }],
  })

  expect(html.match(/<img /g)).toHaveLength(1)
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<img src=x')
})

test('links in the footer are separated from the text and from each other', () => {
  const links = ['Settings', 'Unsubscribe'].map((label) => ({ label, url: 'https://photos.example/' }))
  const html = toEmailHtml({
    subject: '',
    preview: '',
    heading: '',
    blocks: [],
    footer: ['Why you got this.', ...links],
  })
  const footer = html.slice(html.indexOf('Why you got this.'))
  expect(footer).toMatch(/^Why you got this\.<br\/><a [^>]*>Settings<\/a> · <a [^>]*>Unsubscribe<\/a>/)
})

test("the follow confirmation doesn't contain the gallery's title or the owner's name", () => {
  const asked = JSON.stringify(samples['follow-confirmation'])
  expect(asked).not.toContain('A Year Outside')
  expect(asked).not.toContain('Mara Lind')
})
