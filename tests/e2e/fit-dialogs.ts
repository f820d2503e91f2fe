import type { Page } from '@playwright/test'
import { expect } from './app.ts'
import { loaded, settled } from './settled.ts'

/** What the name of a button begins with that opens a dialog, or might: none of them changes anything by itself. */
const OPENS =
  /^(Add|Edit|New|Import|Invite|Copy|Rename|Arrange|Change|Choose|Delete|Export|Set up|Categories|Settings)\b/
/** Names that a record has, of which one stands for all. */
const ofOne = (name: string) => name.replace(/(?<=^\w+ ).{24,}$/, '…')

/** The names of the buttons on the page that may open a dialog, each once. */
export async function openers(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('button', { disabled: false })
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && !one.closest('[role=dialog], nav'))
        .map((one) => (one.getAttribute('aria-label') ?? (one as HTMLElement).innerText).trim()),
    )
  const kinds = new Map(names.filter((name) => OPENS.test(name)).map((name) => [ofOne(name), name]))
  return [...kinds.values()]
}

const dialogs = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Closes what is open without saving; drafts that were not touched ask nothing. */
async function close(page: Page): Promise<void> {
  for (let tries = 0; tries < 3 && (await dialogs(page).count()); tries++) {
    await page.keyboard.press('Escape')
    await settled(page)
  }
}

/** Opens each dialog that a button of this page opens, has it looked at, and closes it again. */
export async function throughDialogs(
  page: Page,
  path: string,
  look: (name: string) => Promise<void>,
  most = Infinity,
): Promise<void> {
  const before = await dialogs(page).count()
  for (const name of (await openers(page)).slice(0, most)) {
    const button = page.getByRole('button', { name, exact: true, disabled: false }).first()
    if (!(await button.isVisible())) continue
    await button.click()
    await settled(page)
    if ((await dialogs(page).count()) > before) {
      await expect(dialogs(page).last()).toBeVisible()
      await look(`“${name}”`)
    }
    await close(page)
    // A button that leads elsewhere, or opens something else than a dialog.
    if ((await dialogs(page).count()) > before || new URL(page.url()).pathname !== path.split('?')[0]) {
      await page.goto(path)
      await loaded(page)
    }
  }
}
