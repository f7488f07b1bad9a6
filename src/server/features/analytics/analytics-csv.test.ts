// @engine sqlite
import { describe, expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer } from '#test/support/server.ts'
import { byImage, bySlug, createVisits } from '#test/support/visits.ts'
import { csvOf, fileNameOf } from './analytics-csv.ts'

test('Gold users can download daily counts and image views as CSV', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { visit } = createVisits(own)
  const build = createBuilders(own)
  const link = await build.aLink({ title: 'Été à "Nice", 2026' })
  const image = await build.anImage({ link, fields: { title: '=HYPERLINK("http://evil.example","free, now")' } })
  const target = { _id: link._id, slug: link.slug, imageId: image._id, owner: link.owner }
  await visit(bySlug, target)
  await visit(byImage, target)

  const { token } = link.owner
  const { status, headers, body } = await own.get(`/api/links/${link._id}/analytics.csv?days=2`, { token })
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename=ete-a-nice-2026-analytics.csv')
  const isFormula = (id: string) => id.startsWith('-')
  const date = (ago: number) => new Date(own.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  expect(body.split('\r\n')).toEqual([
    'date,visits,visitors,imageViews,downloads',
    `${date(1)},0,0,0,0`,
    `${date(0)},1,1,1,0`,
    'image,title,views,,',
    `${isFormula(image._id) ? `"'${image._id}"` : image._id},"'=HYPERLINK(""http://evil.example"",""free, now"")",1,,`,
    '',
  ])
  const year: string = (await own.get(`/api/links/${link._id}/analytics.csv`, { token })).body
  expect(year.split('\r\n')).toHaveLength(1 + 365 + 1 + 1 + 1)
})

test.each(['free', 'plus'] as const)("%s users can't download CSV and are referred to Gold", async (defaultPlan) => {
  const own = await createOwnServer({ defaultPlan })
  const { _id, owner } = await createBuilders(own).aLink()
  const { status, body } = await own.get(`/api/links/${_id}/analytics.csv`, { token: owner.token })
  expect({ status, code: body.code, error: body.error }).toEqual({
    status: 403,
    code: 'PLAN_FEATURE',
    error: 'CSV downloads are part of the Gold plan. Upgrade to download your analytics.',
  })
})

describe('an image title in the CSV file', () => {
  const heads = 'date,visits,visitors,imageViews,downloads\r\nimage,title,views,,\r\n'
  const titleIn = (title: string) => csvOf([], [{ _id: 'a', title, thumbnailUrl: '', views: 1 }]).slice(heads.length)

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1+1', '－1'])(
    'gets a leading apostrophe: %j',
    (title) => {
      expect(titleIn(title)).toBe(`a,"'${title}",1,,\r\n`)
    },
  )

  test('is quoted if it contains spaces or line breaks, with its own quotes doubled', () => {
    expect(titleIn('a "b", c')).toBe('a,"a ""b"", c",1,,\r\n')
    expect(titleIn('one\r\ntwo')).toBe('a,"one\r\ntwo",1,,\r\n')
    expect(titleIn('plain – as ever')).toBe('a,"plain – as ever",1,,\r\n')
  })
})

test.each([
  ['Summer', 'summer-analytics.csv'],
  ['../../etc/passwd', 'etc-passwd-analytics.csv'],
  ['"; filename="x.exe', 'filename-x-exe-analytics.csv'],
  ['a\r\nset-cookie: x', 'a-set-cookie-x-analytics.csv'],
  ['日本', 'analytics.csv'],
  ['x'.repeat(100), `${'x'.repeat(60)}-analytics.csv`],
])('the analytics of %j are saved as %s', (title, name) => {
  expect(fileNameOf(title)).toBe(name)
})
