import { ask, dialog, expect, signIn, test, unique } from './app.ts'
import { settled } from './settled.ts'

test('signed-out visitors see the welcome page at every path', { tag: '@whole' }, async ({ page }) => {
  for (const path of ['/', '/projects', '/customers/1', '/setup', '/no/such/page', '/not_found']) {
    await page.goto(path)
    await expect(page).toHaveURL('/welcome')
  }
  await expect(page.getByText('Sign in to see your projects, schedule and time.')).toBeVisible()
  await expect(page).toHaveTitle('Three Rivers Electric')
})

test(
  'wrong credentials show an error at the field until the user types; valid ones open the app',
  { tag: '@whole' },
  async ({ page }) => {
    await page.goto('/welcome')
    await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
    const form = dialog(page, 'Login')
    await form.getByRole('button', { name: 'Submit' }).click()
    const email = form.getByRole('textbox', { name: 'Email', exact: true })
    const password = form.getByLabel('Password', { exact: true })
    await expect(email).toHaveAccessibleDescription(/Email is required/)
    await expect(password).toHaveAccessibleDescription(/Password is required/)
    await email.fill('office@plumbline.test')
    await expect(email).not.toHaveAccessibleDescription(/required/)
    await password.fill('not it')
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(email).toHaveAccessibleDescription(/These credentials do not match our records\./)
    await expect(form.getByRole('button', { name: 'Submit' })).toBeEnabled()
    await password.fill('plumbline')
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('heading', { name: /, Priya$/ })).toBeVisible()
    await expect(page).toHaveURL('/')
  },
)

test('signing in and adding a customer work by keyboard alone', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/welcome')
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toBeVisible()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (let presses = 0; presses < 12 && (await focused()) !== 'Login'; presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Login').getByRole('textbox', { name: 'Email', exact: true })).toBeFocused()
  await page.keyboard.type('admin@plumbline.test')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('plumbline')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /, Dana$/ })).toBeVisible()
  await page.goto('/customers')
  const add = page.getByRole('button', { name: 'Add customer' })
  await expect(add).toBeVisible()
  for (let presses = 0; presses < 25 && !(await add.evaluate((node) => node === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Add Customer').getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('By Keyboard')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('Customer added.')).toBeVisible()
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Add Customer')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('logging out opens the welcome page and removes all data, in every tab', async ({ page }) => {
  await signIn(page, 'theo', '/projects')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/projects')
  await expect(other.getByRole('row').nth(2)).toBeVisible()
  const loaded: string[] = []
  for (const tab of [page, other])
    tab.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()))
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/welcome')
  await expect(other).toHaveURL('/welcome')
  // The page must not load again, since that would clear what the next user types.
  for (const tab of [page, other]) {
    await tab.getByRole('banner').getByRole('button', { name: 'Login' }).click()
    await dialog(tab, 'Login').getByRole('textbox', { name: 'Email', exact: true }).fill('theo@plumbline.test')
  }
  expect(loaded).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await page.goto('/projects')
  await expect(page).toHaveURL('/welcome')
})

test('a session that ended elsewhere is noticed at the next request', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'aisha', '/projects')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  // Requests of the page itself must have finished, since they would notice it first.
  await settled(page)
  await page.context().clearCookies()
  await page.getByRole('searchbox').fill('anything')
  await expect(page).toHaveURL('/welcome')
  await expect(page.getByText('You are signed out. Please sign in again.')).toBeVisible()
})

test(
  'the sign-in page says what waits on the device, and it is sent after signing in',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager')
    const question = { title: unique('What waits'), question: 'Where?' }
    const { id } = await ask<{ id: number }>(page, 'POST', '/api/projects/1/rfis', question)
    await page.goto(`/projects/1/rfis/${id}`)
    await page.getByRole('textbox', { name: 'Reply' }).fill('Behind the panel.')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send', exact: true }).last().click()
    await expect(page.getByRole('button', { name: '1 entry not sent' })).toBeVisible()
    await page.context().clearCookies()
    await page.context().setOffline(false)
    await expect(page).toHaveURL('/welcome')
    await expect(page.getByText('1 change waits on this device.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    const form = dialog(page)
    await form.getByRole('textbox', { name: 'Email', exact: true }).fill('manager@plumbline.test')
    await form.getByLabel('Password', { exact: true }).fill('plumbline')
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(`/projects/1/rfis/${id}`)
    const sent = () => ask<{ content: string }[]>(page, 'GET', `/api/rfis/${id}/messages`)
    await expect.poll(async () => (await sent()).map(({ content }) => content)).toEqual(['Behind the panel.'])
  },
)

test('an unknown path shows Page Not Found with a link home', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'employee', '/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page.getByText('Sorry, the page you are looking for could not be found.')).toBeVisible()
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/not_found')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test(
  'signing in leads to the page one was on or whose link one opened, and after Logout home',
  { tag: '@whole' },
  async ({ page }) => {
    const logsIn = async () => {
      await expect(page).toHaveURL(/\/welcome$/)
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
      const form = dialog(page)
      await form.getByRole('textbox', { name: 'Email', exact: true }).fill('manager@plumbline.test')
      await form.getByLabel('Password', { exact: true }).fill('plumbline')
      await form.getByRole('button', { name: 'Submit' }).click()
    }
    await signIn(page, 'manager', '/projects/1/cost_codes')
    await page.context().clearCookies()
    await page.goto('/projects/1/cost_codes?of=mine')
    await logsIn()
    await expect(page).toHaveURL(/\/projects\/1\/cost_codes\?of=mine$/)
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/welcome$/)
    expect(await page.evaluate(() => sessionStorage.getItem('return to'))).toBeNull()
    await page.goto('/projects/1/rfis')
    await logsIn()
    await expect(page).toHaveURL('/projects/1/rfis')
  },
)
