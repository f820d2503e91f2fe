import { expect, signIn, test } from './app.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test(
  'a manager drags a phase, sees what moves with it, and finds the week that is short of people',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager')
    await page.goto('/schedule?view=gantt')
    const chart = page.getByRole('group', { name: 'Schedule of projects' })
    const job = chart.getByRole('listitem')
    await expect(job.first()).toContainText('Canyon Lakes Elementary')
    const [roughIn, trim] = [job.nth(1).locator('[data-bar]'), job.nth(2).locator('[data-bar]')]
    const stored = await trim.getAttribute('aria-label')

    // The end of the first phase, two weeks to the right: the second gives way before anything is saved.
    const box = await roughIn.boundingBox()
    if (!box) throw new Error('There is nothing to drag.')
    const requests: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && requests.push(request.url())))
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 60, box.y + box.height / 2, { steps: 5 })
    await page.mouse.move(box.x + box.width + 124, box.y + box.height / 2, { steps: 5 })
    await page.mouse.up()
    const pending = page.getByRole('region', { name: 'Not saved yet' })
    await expect(pending).toContainText('Trim moves with it.')
    await expect(trim).not.toHaveAttribute('aria-label', stored ?? '')
    expect(requests.filter((url) => url.includes('schedule_events'))).toEqual([])
    await pending.getByRole('button', { name: 'Save 2 bars' }).click()
    await expect(pending).toBeHidden()
    expect(requests.filter((url) => url.includes('schedule_events'))).toHaveLength(1)
    const moved = await trim.getAttribute('aria-label')
    await page.reload()
    await expect(trim).toHaveAttribute('aria-label', moved ?? '')

    // The forecast counts it where it is now, and leads to the board.
    await page.getByRole('link', { name: 'Forecasting' }).first().click()
    const week = page.getByRole('complementary', { name: /^Week of/ })
    await expect(week).toContainText('people short')
    await week
      .getByRole('link', { name: /^Assign people to/ })
      .first()
      .click()
    await expect(page.getByRole('grid', { name: /^Crew board/ })).toBeVisible()

    await page.goto('/forecasting/hours')
    await page.getByRole('link', { name: 'Canyon Lakes Elementary' }).click()
    const table = page.getByRole('table', { name: 'Hours at completion by code' })
    await table.getByRole('spinbutton').first().fill('90')
    await page.keyboard.press('Tab')
    await expect(table.getByRole('spinbutton').nth(1)).toBeFocused()
    await page.reload()
    await expect(table.getByRole('spinbutton').first()).toHaveValue('90')
  },
)
