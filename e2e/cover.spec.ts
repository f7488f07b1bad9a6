import type { Page } from '@playwright/test'
import { fetchLink, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const point = (page: Page) => page.getByRole('slider', { name: 'Focal point' })
const cropOf = (page: Page, name: string) => page.getByRole('figure').filter({ hasText: name }).locator('img')

test("an owner sets the cover's focal point by pointer or keyboard", { tag: ['@full', '@mouse'] }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  const other = await newLink(request, account, { title: 'Elsewhere' })
  await upload(request, account, link, { title: 'Portrait', width: 300, height: 600 })
  await upload(request, account, other, { title: 'Somewhere' })
  const stored = async () => (await fetchLink(request, account, link)).coverImage?.coverFocus
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await page.getByRole('button', { name: 'Actions for Portrait' }).click()
  await page.getByRole('menuitem', { name: 'Set focal point' }).click()
  await expect(point(page)).toHaveAttribute('aria-valuetext', '50% from the left, 50% from the top')
  await expectAccessibleLayout(page)

  const { width = 0, height = 0 } = (await point(page).boundingBox()) ?? {}
  await point(page).click({ position: { x: width / 4, y: height / 10 } })
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect(await stored()).toEqual({ x: expect.closeTo(0.25, 1), y: expect.closeTo(0.1, 1) })
  for (const crop of ['Card', 'Phone', 'Wide'])
    await expect(cropOf(page, crop)).toHaveCSS('object-position', /^2\d.* (9|1\d)/)

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(stored).toEqual({ x: expect.closeTo(0.35, 1), y: expect.closeTo(0.08, 1) })
  await page.getByRole('button', { name: 'Done' }).click()

  // The dashboard and the Move dialog crop around the focal point, too.
  const kept = await stored()
  const position = `${(kept?.x ?? 0) * 100}% ${(kept?.y ?? 0) * 100}%`
  await page.goto('/dashboard')
  await expect(page.getByRole('listitem').filter({ hasText: link.title }).locator('img')).toHaveCSS(
    'object-position',
    position,
  )
  await page.goto(`/upload/${other._id}`)
  await page.getByRole('checkbox', { name: 'Select Somewhere' }).check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('dialog').locator('img')).toHaveCSS('object-position', position)

  await page.goto(`/links/edit/${link._id}`)
  await page.getByRole('button', { name: 'Set focal point' }).click()
  await page.getByRole('button', { name: 'Reset to center' }).click()
  await expect.poll(stored).toBeNull()
  await expect(page.getByRole('button', { name: 'Reset to center' })).toBeDisabled()
})
