import type { Page } from '@playwright/test'
import { ask, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, cached, installedPhone } from './device.ts'

test.use(installedPhone)

allowLostConnections()

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function choose(page: Page, from: string, answer: string): Promise<void> {
  await bell(page, from).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${answer}`) }).click()
}

// Rule follow.
test(
  'who follows an item mutes it without a connection, and another tab shows that once it has arrived',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager', '/projects/1/tasks')
    const { id } = await ask<{ id: number }>(page, 'POST', '/api/projects/1/tasks', { title: unique('Followed') })
    const path = `/projects/1/tasks/${id}`
    await page.goto(path)
    await expect(bell(page, 'Following')).toBeVisible()
    await cached(page)
    const other = await page.context().newPage()
    await other.goto(path)
    await expect(bell(other, 'Following')).toBeVisible()
    const context = page.context()
    await context.setOffline(true)
    await choose(page, 'Following', 'Muted')
    await expect(bell(page, 'Muted')).toBeVisible()
    await expect(page.getByRole('button', { name: /not sent/ })).toBeVisible()
    await page.reload()
    await expect(bell(page, 'Muted')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: /not sent/ })).toBeHidden()
    await expect(bell(other, 'Muted')).toBeVisible()
    const [follow] = await ask<{ muted: boolean }[]>(
      page,
      'GET',
      `/api/follows?followable_type=tasks&followable_id=${id}`,
    )
    expect(follow).toMatchObject({ muted: true })
    await choose(other, 'Muted', 'Not following')
    await expect(bell(page, 'Follow')).toBeVisible()
  },
)
