import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { Menu, type MenuItem } from './menu.tsx'
import { eventually } from '../../../tests/eventually.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
const root = createRoot(document.body.appendChild(document.createElement('div')))
afterEach(() => root.render(null))

const found = (locator: Locator) => eventually(() => locator.element() as HTMLElement)

/** Opens the menu and presses an item as soon as it is in the page, before React has done what waits for a frame. */
async function pressAtOnce(items: MenuItem[], name: string) {
  root.render(<Menu trigger={<button type="button">More</button>} items={items} />)
  const trigger = await found(page.getByRole('button', { name: 'More' }))
  const pressed = new Promise<void>((done) => {
    const observer = new MutationObserver(() => {
      const item = [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')].find(
        (one) => one.textContent === name,
      )
      if (!item) return
      observer.disconnect()
      item.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      // What the first event changed is rendered before the second, as between those of a finger.
      void Promise.resolve()
        .then(() => {})
        .then(() => {
          item.click()
          done()
        })
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  trigger.click()
  await pressed
  await eventually(() => expect(document.querySelector('[role=menu]')).toBeNull())
}

test('an item that is pressed before the page was drawn is chosen, once', async () => {
  const [edit, archive] = [vi.fn(), vi.fn()]
  await pressAtOnce(
    [
      { label: 'Edit', onSelect: edit },
      { label: 'Archive', onSelect: archive },
    ],
    'Archive',
  )
  expect(archive).toHaveBeenCalledTimes(1)
  expect(edit).not.toHaveBeenCalled()
})

test('so is one of several answers', async () => {
  const onSelect = vi.fn()
  await pressAtOnce(
    [
      { label: 'By name', checked: true },
      { label: 'By date', checked: false, onSelect },
    ],
    'By date',
  )
  expect(onSelect).toHaveBeenCalledTimes(1)
})

test('the second press of two chooses nothing more', async () => {
  const onSelect = vi.fn()
  root.render(<Menu trigger={<button type="button">More</button>} items={[{ label: 'Edit', onSelect }]} />)
  const trigger = await found(page.getByRole('button', { name: 'More' }))
  trigger.click()
  const item = await found(page.getByRole('menuitem'))
  for (const detail of [1, 2]) item.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  expect(onSelect).toHaveBeenCalledTimes(1)
})
