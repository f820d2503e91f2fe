import { lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Optional } from './optional.tsx'
import { eventually } from '../../../tests/eventually.ts'

function show(load: () => Promise<never>) {
  const Part = lazy(load)
  const place = document.createElement('div')
  const uncaught = vi.fn()
  createRoot(place, { onUncaughtError: uncaught, onCaughtError: () => {} }).render(
    <main>
      around
      <Optional fallback={<b>the button</b>}>
        <Part />
      </Optional>
    </main>,
  )
  return { place, uncaught }
}

test('a component that cannot be loaded is replaced by its fallback, and its surroundings stay', async () => {
  const { place, uncaught } = show(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/user-menu.js')),
  )
  await eventually(() => expect(place.innerHTML).toBe('<main>around<b>the button</b></main>'))
  expect(uncaught).not.toHaveBeenCalled()
})

test('an error of the component itself is not caught', async () => {
  const { uncaught } = show(() => Promise.reject(new Error('There is no such person.')))
  await eventually(() => expect(uncaught).toHaveBeenCalled())
})
