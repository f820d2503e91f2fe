import { isBrief } from '../tier.ts'
import { expect, signIn, test } from './app.ts'
import { misfits } from './fit.ts'
import { registeredScreens } from './screens.ts'
import { settled } from './settled.ts'

/** Bars and cells, whose size says something, and what is read only with the focus on it. */
const EXEMPT = '[role=grid], [role=gridcell], a[href="#content"]'
const people = ['admin', 'foreman', 'customer'] as const
/** `npm test` looks at these. */
const SOME = new Set(['/', '/projects/1', '/projects/1/punch_items', '/timecard'])

for (const width of [390, 820, 1280, 1440, 1920])
  test.describe(`at ${width} pixels`, () => {
    const isPhone = width < 768
    test.use({ viewport: { width, height: isPhone ? 844 : 900 }, isMobile: isPhone, hasTouch: isPhone })
    for (const person of people) {
      const isShort = person === 'foreman' && width === 390
      test(
        `nothing leaves its box, is covered or too small to be pressed, for the ${person}`,
        { tag: isShort ? [] : '@whole' },
        async ({ page }) => {
          await signIn(page, person)
          const all = (await registeredScreens()).map((path) => path.replace(':project_id', '1'))
          for (const path of all.filter((one) => !one.includes(':') && (!isBrief || SOME.has(one)))) {
            await page.goto(path)
            await settled(page)
            expect.soft(await page.evaluate(misfits, EXEMPT), path).toEqual([])
          }
        },
      )
    }
  })
