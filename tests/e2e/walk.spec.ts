import type { Page } from '@playwright/test'
import { ask, dialog, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, cached, installedPhone, photo } from './device.ts'

test.use(installedPhone)

allowLostConnections()

/** Presses a button that opens the camera, and takes a picture. */
async function shoot(page: Page, button: string) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  await chooser.setFiles({ name: 'found.png', mimeType: 'image/png', buffer: photo })
}

/** The forms with a picture that the device keeps, each with the number of items that were saved on that walk. */
const keptWalks = (page: Page) =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done) => request.addEventListener('success', () => done(request.result)))
    const database = await answer(indexedDB.open('plumbline drafts'))
    const stores = database.transaction(['drafts', 'files'])
    const drafts = await answer<{ place: string; values: { saved?: unknown[] } }[]>(
      stores.objectStore('drafts').getAll(),
    )
    const files = await answer<{ place: string; files: File[] }[]>(stores.objectStore('files').getAll())
    database.close()
    return drafts.map(({ place, values }) => ({
      saved: values.saved?.length,
      pictures: files.find((one) => one.place === place)?.files.length,
    }))
  })

interface Item {
  id: number
  title: string
  location: string | null
  assigned_name: string | null
  photo_ids: { before: number | null }
}

test(
  'a walk without a connection survives the tab between picture and title, and arrives with its pictures',
  { tag: '@whole' },
  async ({ page }) => {
    const [first, second] = [unique('Box not flush'), unique('Strap missing')]
    await signIn(page, 'foreman', '/projects/1/walk')
    await expect(page.getByRole('heading', { name: 'Item 1' })).toBeVisible()
    await cached(page)
    const context = page.context()
    await context.setOffline(true)

    await shoot(page, 'Take photo')
    await expect(page.getByRole('img', { name: '1 of this item' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill(first)
    await page.getByRole('textbox', { name: 'Location' }).fill('Stage 121')
    await page.getByRole('button', { name: 'Me', exact: true }).click()
    await shoot(page, 'Save, next photo')
    await expect(page.getByRole('heading', { name: 'Item 2' })).toBeVisible()
    await expect(page.getByRole('img', { name: '1 of this item' })).toBeVisible()
    await expect(page.getByText('1 saved on this walk, 1 sending when online')).toBeVisible()

    // The phone dies before the second item has a title; what is on the device by then is all there is.
    await expect.poll(() => keptWalks(page)).toEqual([{ saved: 1, pictures: 1 }])
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Item 2' })).toBeVisible()
    await expect(page.getByRole('img', { name: '1 of this item' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Location' })).toHaveValue('Stage 121')
    await expect(page.getByRole('button', { name: 'Me', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText('Title is required')).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill(second)
    // With gloves, one presses twice.
    await page.getByRole('button', { name: 'Done' }).dblclick()
    await expect(page.getByRole('link', { name: second })).toBeVisible()

    await context.setOffline(false)
    await expect
      .poll(async () => {
        const items = await ask<Item[]>(page, 'GET', '/api/projects/1/punch_items')
        return [first, second].map((title) => {
          const own = items.filter((item) => item.title === title)
          return own.map(({ location, assigned_name, photo_ids }) => [
            location,
            assigned_name,
            photo_ids.before !== null,
          ])
        })
      })
      .toEqual([[['Stage 121', 'Luis Ortega', true]], [['Stage 121', 'Luis Ortega', true]]])
  },
)

test(
  'an RFI that is added without a connection has its photo, though one leaves the moment it is saved',
  { tag: '@whole' },
  async ({ page }) => {
    const title = unique('Which panel')
    await signIn(page, 'manager', '/projects/1/rfis')
    await expect(page.getByRole('button', { name: 'Add RFI' })).toBeVisible()
    await cached(page)
    const context = page.context()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Add RFI' }).click()
    const form = dialog(page, 'Add RFI')
    await form.getByRole('textbox', { name: 'Title' }).fill(title)
    await form.getByRole('textbox', { name: 'Question' }).fill('LP-2 or LP-3?')
    await shoot(page, 'Take photo')
    await expect(form.getByText('found.png')).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await page.close({ runBeforeUnload: false })

    const next = await context.newPage()
    await context.setOffline(false)
    await next.goto('/projects/1/rfis')
    await expect
      .poll(async () => {
        const rfis = await ask<{ id: number; title: string }[]>(next, 'GET', '/api/projects/1/rfis')
        const own = rfis.filter((rfi) => rfi.title === title)
        const photos = own.map(({ id }) => ask<{ name: string }[]>(next, 'GET', `/api/rfis/${id}/attachments`))
        return (await Promise.all(photos)).map((all) => all.map(({ name }) => name))
      })
      .toEqual([['found.jpg']])
  },
)
