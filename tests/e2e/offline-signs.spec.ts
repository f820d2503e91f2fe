import type { Page } from '@playwright/test'
import { ask, dialog, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, cached, installedPhone } from './device.ts'

test.use(installedPhone)
allowLostConnections()

interface Signed {
  user_id: number
  holder_name: string
  voided_at: string | null
  lines: { entry_id: number; hours: number }[]
}

/** Signs on the pad with a finger. */
async function draw(page: Page) {
  const box = await page.getByRole('img', { name: 'Sign here with your finger' }).boundingBox()
  if (!box) throw new Error('There is no pad.')
  await page.mouse.move(box.x + 40, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 140, box.y + box.height / 3, { steps: 3 })
  await page.mouse.up()
}

test(
  'a crew signs without a network over hours that wait; after the tab was killed both arrive once, in order',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await signIn(office, 'admin')
    const people: { id: number; name: string }[] = []
    for (const letter of ['A', 'B']) {
      const body = { name: unique(`Hand ${letter}`), role: 'employee', has_access: false, track_time: true }
      people.push(await ask(office, 'POST', '/api/users', body))
    }
    const draft = { customer_id: 1, name: unique('Signing'), number: unique('S') }
    const { id } = await ask<{ id: number }>(office, 'POST', '/api/projects', draft)
    await ask(office, 'POST', `/api/projects/${id}/cost_codes`, { number: '010', name: 'Trench' })
    const signatures = async () =>
      (await ask<Signed[]>(office, 'GET', '/api/day_signatures')).filter((one) =>
        people.some((person) => person.id === one.user_id),
      )

    await signIn(page, 'foreman', '/time/sign')
    await cached(page)
    await page.goto(`/projects/${id}`)
    await cached(page)
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'Enter time' }).click()
    const form = dialog(page, /Time Entry/)
    await form.getByRole('button', { name: 'Add member' }).click()
    const members = dialog(page, 'Add member')
    for (const { name } of people) await members.getByText(name).click()
    await members.getByRole('button', { name: 'Add 2 people' }).click()
    const codes = form.getByRole('combobox', { name: 'Cost code' })
    for (const [at, { name }] of people.entries()) {
      await form.getByRole('spinbutton', { name: `Hours of ${name}` }).fill(`${8 - at}`)
      await codes.nth(at + 1).click()
      await page.getByRole('option', { name: /Trench/ }).click()
    }
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await page.getByRole('button', { name: 'Have the crew sign' }).click()

    await page.evaluate(() => {
      Object.assign(globalThis, { taps: 0 })
      addEventListener('click', ({ target }) => {
        if ((target as Element).closest('button')) Reflect.set(globalThis, 'taps', Reflect.get(globalThis, 'taps') + 1)
      })
    })
    const [first, second] = people.map(({ name }) => name)
    await page.getByRole('button', { name: `Sign: ${first}` }).click()
    for (const name of [first, second]) {
      const pad = dialog(page, new RegExp(`^${name}, `))
      await expect(pad).toContainText(`${draft.name} · 010 - Trench`)
      await draw(page)
      await pad.getByRole('button', { name: 'Sign', exact: true }).click()
    }
    for (const { name } of people) await expect(page.getByRole('img', { name: `Signature of ${name}` })).toBeVisible()
    // One to begin with, and one for each of them beside the signature.
    expect(await page.evaluate(() => Reflect.get(globalThis, 'taps'))).toBe(people.length + 1)

    const context = page.context()
    await page.close({ runBeforeUnload: false })
    const again = await context.newPage()
    await again.goto('/time/sign')
    for (const { name } of people) await expect(again.getByRole('img', { name: `Signature of ${name}` })).toBeVisible()
    expect(await signatures()).toEqual([])
    await context.setOffline(false)
    await expect.poll(async () => (await signatures()).length).toBe(2)
    await expect(again.getByRole('button', { name: /not sent/ })).toBeHidden()
    const entries = await ask<{ id: number; user_id: number }[]>(office, 'GET', `/api/time_entries?project_id=${id}`)
    for (const [at, person] of people.entries()) {
      const [one, ...others] = (await signatures()).filter(({ user_id }) => user_id === person.id)
      const own = entries.filter(({ user_id }) => user_id === person.id)
      expect([one?.voided_at, one?.holder_name, others, own]).toEqual([null, 'Luis Ortega', [], [expect.anything()]])
      expect(one?.lines).toMatchObject([{ entry_id: own[0]?.id, hours: 8 - at }])
    }

    // What the office changes then is void on the phone at once.
    await ask(office, 'PATCH', `/api/time_entries/${entries.find(({ user_id }) => user_id === people[0]?.id)?.id}`, {
      hours: 4,
    })
    await expect(again.getByRole('button', { name: `Sign again: ${first}` })).toBeVisible()
    await expect(
      again
        .getByRole('listitem')
        .filter({ hasText: first ?? '' })
        .first(),
    ).toContainText('Changed after signing')
    await office.context().close()
  },
)
