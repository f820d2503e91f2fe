import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenToGestures } from './gestures.ts'
import { eventually } from '../../../../tests/eventually.ts'

const element = document.createElement('div')
const done: string[] = []
let isHand = false
let stop = () => {}
beforeEach(() => {
  document.body.append(element)
  // Only the browser's own pointers can be captured.
  element.setPointerCapture = () => {}
  done.length = 0
  isHand = false
  stop = listenToGestures(element, {
    camera: () => ({ x: 0, y: 0, scale: 1 }),
    pan: (dx, dy) => done.push(`pan ${dx} ${dy}`),
    zoom: () => done.push('zoom'),
    start: () =>
      isHand
        ? null
        : {
            move: () => done.push('draw'),
            end: () => done.push('drawn'),
            cancel: () => done.push('cancelled'),
          },
    tap: () => done.push('tap'),
    hover: () => done.push('hover'),
    rest: () => done.push('rest'),
  })
})
afterEach(() => {
  stop()
  element.remove()
})

type Kind = 'pen' | 'touch' | 'mouse'
const send = (name: string, pointerType: Kind, pointerId: number, x = 0) =>
  element.dispatchEvent(new PointerEvent(name, { pointerType, pointerId, clientX: x, clientY: 0, bubbles: true }))
const drag = (kind: Kind, id: number) => {
  send('pointerdown', kind, id)
  send('pointermove', kind, id, 20)
  send('pointerup', kind, id, 20)
}

test('one finger draws, and a second one takes that back and zooms', () => {
  drag('touch', 1)
  expect(done).toEqual(['draw', 'drawn', 'rest'])
  done.length = 0
  send('pointerdown', 'touch', 1)
  send('pointermove', 'touch', 1, 20)
  send('pointerdown', 'touch', 2, 100)
  send('pointermove', 'touch', 2, 140)
  expect(done).toEqual(['draw', 'cancelled', 'pan 20 0', 'zoom'])
})

test('two taps of a finger zoom, and one is a tap; a mouse taps at once', async () => {
  isHand = true
  const tap = (kind: Kind, x = 0) => {
    send('pointerdown', kind, 1, x)
    send('pointerup', kind, 1, x)
  }
  tap('touch')
  tap('touch', 10)
  expect(done).toEqual(['rest', 'zoom', 'rest'])
  done.length = 0
  tap('touch')
  tap('touch', 200)
  tap('mouse')
  // The finger's first tap is over as soon as the second one is elsewhere; the second one still waits.
  expect(done).toEqual(['rest', 'tap', 'rest', 'tap', 'rest'])
  await eventually(() => expect(done).toEqual(['rest', 'tap', 'rest', 'tap', 'rest', 'tap']))
})

test('a palm beside a pen does nothing, whether it comes before the pen or after it', () => {
  send('pointerdown', 'touch', 1)
  send('pointermove', 'touch', 1, 20)
  send('pointerdown', 'pen', 2)
  send('pointerdown', 'touch', 3)
  send('pointermove', 'touch', 3, 50)
  send('pointermove', 'touch', 1, 50)
  send('pointermove', 'pen', 2, 30)
  send('pointerup', 'pen', 2, 30)
  expect(done).toEqual(['draw', 'cancelled', 'draw', 'drawn', 'rest'])
})

test('where a pen draws, a finger moves the sheet', () => {
  drag('pen', 1)
  done.length = 0
  drag('touch', 2)
  expect(done).toEqual(['pan 20 0', 'rest'])
})

test('a wheel rests some time after its last event', async () => {
  element.dispatchEvent(new WheelEvent('wheel', { deltaY: 10, cancelable: true }))
  element.dispatchEvent(new WheelEvent('wheel', { deltaY: 10, cancelable: true }))
  expect(done).toEqual(['pan 0 -10', 'pan 0 -10'])
  await eventually(() => expect(done.at(-1)).toBe('rest'))
  expect(done).toHaveLength(3)
})
