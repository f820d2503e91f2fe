import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { Icon } from './icon.tsx'
import { iconNames } from './icons.ts'

const draw = (name: string) => {
  const place = document.createElement('div')
  flushSync(() => createRoot(place).render(<Icon name={name} />))
  return place.querySelector('svg')?.innerHTML
}

test('every name has its own icon', () => {
  const drawings = iconNames.map(draw)
  expect(new Set(drawings).size).toBe(iconNames.length)
})

test('an unknown name shows a plain circle', () => {
  expect(draw('no-such-icon')).toBe(draw('circle'))
})

test('the icons used by the product exist', () => {
  const used = [
    'hard-hat',
    'house',
    'calendar-days',
    'contact',
    'clock',
    'users',
    'chart-column',
    'sliders-horizontal',
    'layers',
  ]
  expect(iconNames).toEqual(expect.arrayContaining(used))
})
