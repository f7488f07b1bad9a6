import { type Account, fetchLink, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const bearer = ({ token }: Account) => ({ authorization: `Bearer ${token}` })

test('deleted links and images come back from the toast or the trash, or are deleted for good', {
  tag: '@full',
}, async ({ page, request, isMobile }) => {
  const account = await newAccount(request)
  const table = await newLink(request, account, { title: 'Sunday table' })
  const other = await newLink(request, account, { title: 'The other' })
  const images = []
  for (const title of ['Anemones', 'Birches', 'Coast']) images.push(await upload(request, account, other, { title }))
  await signIn(page, account)

  await page.goto('/dashboard')
  const deleteLink = async () => {
    await page.getByRole('button', { name: `${isMobile ? 'More for' : 'Delete'} Sunday table` }).click()
    if (isMobile) await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete Link' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'Sunday table' })).toHaveCount(0)
  }
  await deleteLink()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Sunday table' })).toBeVisible()
  expect((await fetchLink(request, account, table)).slug).toBe(table.slug)
  await deleteLink()

  const data = { action: 'delete', imageIds: images.map(({ _id }) => _id) }
  expect((await request.post('/api/images/bulk', { headers: bearer(account), data })).status()).toBe(200)
  await page.goto('/trash')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['1 link', '3 images'])
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Restore Sunday table' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['3 images'])
  expect((await fetchLink(request, account, table)).slug).toBe(table.slug)

  const bar = page.getByRole('group', { name: 'Selected images' })
  for (const title of ['Anemones', 'Coast']) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await expect(bar).toContainText('2 selected')
  await expectAccessibleLayout(page)
  await bar.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('2 images restored')).toBeVisible()
  const shown = (await fetchLink(request, account, other)).images.map(({ title }) => title)
  expect(shown).toEqual(['Anemones', 'Coast'])

  await page.getByRole('button', { name: 'Delete Birches for good' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Birches” for good?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  await expectAccessibleLayout(page)
  const body = { imageIds: [images[1]?._id] }
  expect((await request.post('/api/trash/restore', { headers: bearer(account), data: body })).status()).toBe(404)
})
