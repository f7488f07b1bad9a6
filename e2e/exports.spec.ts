import { fetchLink, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { exportUrl } from './outbox.ts'

test('an emailed export can be downloaded and imported into another account', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  // Both accounts are on the same server, so the slug is already taken.
  allow(/status of (403|409) .*\/api\/links$/)
  const mara = await newAccount(request)
  const link = await newLink(request, mara, { description: 'Twelve months' })
  for (const title of ['Dunes', 'Ridges', 'Stairs'])
    await upload(request, mara, link, { title, fileName: `${title}.jpg` })
  await newLink(request, mara, { title: 'Kept for us', isPrivate: true })
  await signIn(page, mara)
  await page.goto('/account')
  const data = page.getByRole('region', { name: 'Your data' })
  await data.getByRole('button', { name: 'Email me my data' }).click()
  await expect(data.getByText(`We've emailed a download link to ${mara.email}.`)).toBeVisible()

  await page.goto(await exportUrl(mara.email))
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^framelight-\d{4}-\d\d-\d\d\.zip$/)
  const zip = await download.path()

  const ines = await newAccount(request, 'Ines Bo')
  await signIn(page, ines)
  await page.goto('/account')
  await data.getByLabel('ZIP to import').setInputFiles(zip)
  await expect(data.getByText('2 links with 3 images are now in this account.')).toBeVisible()
  // A second import doesn't change anything.
  await data.getByLabel('ZIP to import').setInputFiles(zip)
  await expect(data.getByText('2 links with 3 images are now in this account.')).toBeVisible()

  const answer = await request.get('/api/links?sort=oldest', { headers: { authorization: `Bearer ${ines.token}` } })
  const links = (await answer.json()).data
  expect(links.map(({ title, isPrivate }: typeof link) => [title, isPrivate])).toEqual([
    ['A Year Outside', false],
    ['Kept for us', true],
  ])
  const { description, images } = await fetchLink(request, ines, links[0])
  expect([description, images.map(({ title }) => title)]).toEqual(['Twelve months', ['Dunes', 'Ridges', 'Stairs']])
})
