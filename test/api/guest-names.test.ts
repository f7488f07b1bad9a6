// @engine sqlite
import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { createGuestUploads } from '../support/guest-uploads.ts'
import { hostileTexts } from '../support/hostile-texts.ts'
import { withPass } from '../support/link-access.ts'
import { allEmailsTo } from '../support/outbox.ts'
import { useServer } from '../support/use-server.ts'
import { useWebApp } from '../support/web-app.ts'

const { server, build } = useServer({ defaultPlan: 'gold' }, useWebApp())
const { add } = createGuestUploads(server)

/** Markup from a name, or a character that reverses the text around it. */
const alive = /<script>alert|<!--"|\u202e|\u2028|\u2029/

test('40 hostile names and file names are plain text in pages, emails and spreadsheets', async () => {
  const link = await build.aLink({ guestUploads: 'everyone', approveUploads: false, choosing: 'on' })
  const asOwner = { token: link.owner.token }
  const { body: wall } = await server.put(`/api/links/${link._id}/live-wall`, { isOn: true }, asOwner)
  expect(hostileTexts).toHaveLength(40)
  const ids: string[] = []
  for (const text of hostileTexts) {
    const { status, body } = await add(link, { name: text, fileName: text, from: build.anAddress() })
    expect(status, JSON.stringify(text)).toBeOneOf([201, 400])
    if (status !== 201) continue
    ids.push(body.data._id)
    await server.put(`/api/images/${body.data._id}/choice`, { chosen: true }, withPass(body.data.pass))
  }
  expect(ids.length).toBeGreaterThan(30)

  const pages = [`/links/${link.slug}`, `/links/${link.slug}/add`, new URL(wall.data.url).pathname]
  for (const path of [...pages, ...ids.map((id) => `/images/${id}`)]) {
    const { status, body } = await server.get(path)
    expect(status, path).toBe(200)
    expect(body, path).not.toMatch(alive)
  }
  const { body: csv } = await server.get(`/api/links/${link._id}/choices.csv`, asOwner)
  expect(csv.split('\r\n').length).toBeGreaterThan(ids.length)
  expect(csv).toContain('HYPERLINK')
  expect(csv).not.toMatch(/(^|[;,\n])"?[=+@-]/)
  server.clock.advance(days(1))
  const emails = await allEmailsTo(server, new RegExp(link.owner.email))
  expect(emails.join()).toContain('HYPERLINK')
  for (const email of emails) expect(email.slice(email.indexOf('text/html'))).not.toMatch(alive)
})
