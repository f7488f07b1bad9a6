import type { Page } from '@playwright/test'
import { aPicture } from '#test/support/pictures.ts'
import { fetchLink, forgetSession, newAccount, newLink, signIn } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

/** Sends the photos to the app the way Android does. */
async function share(page: Page, names: string[]) {
  const files = await Promise.all(
    names.map(async (name, seed) => {
      const picture = await aPicture({ width: 60, height: 40, seed }).jpeg().toBuffer()
      return { name, bytes: [...picture] }
    }),
  )
  await page.evaluate((files) => {
    const transfer = new DataTransfer()
    for (const { name, bytes } of files) {
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
    }
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', name: 'photos', multiple: true, files: transfer.files })
    form.append(input)
    document.body.append(form)
    form.submit()
  }, files)
}

/** Shared photos stay stored until they're uploaded. */
const countStored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('shared-files')
        opening.onsuccess = () => {
          const counting = opening.result.transaction('files').objectStore('files').count()
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )

test('photos shared into the installed app wait for a login and a link', async ({ page, request }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Lighthouse' })
  await signIn(page, account)
  await page.goto('/share')
  await expect(page.getByRole('heading', { name: 'No photos to add' })).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))

  await forgetSession(page)
  await share(page, ['one.jpg', 'two.jpg'])
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Add 2 photos' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Photos' }).getByRole('img')).toHaveCount(2)
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Choose a link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add 2 photos to…' })
  await dialog.getByRole('radio', { name: 'Lighthouse' }).check()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(/\/upload\//)
  await expect.poll(async () => (await fetchLink(request, account, link)).imageCount).toBe(2)
  await expect.poll(() => countStored(page)).toBe(0)
})

test('without the service worker, shared photos lead to a page that says so', { tag: '@full' }, async ({
  page,
  request,
}) => {
  await signIn(page, await newAccount(request))
  await share(page, ['one.jpg'])
  await expect(page.getByText("Your photos didn't arrive. Please share them again.")).toBeVisible()
})
