import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { arrow } from './arrow.ts'
import { drag, holdStill, type Drag } from './drag.ts'

let element: HTMLElement
let done: string[]
const note = (name: string) => () => void done.push(name)
const log = (name: string) => (at: { clientX: number }) => void done.push(`${name} ${at.clientX}`)
const all: Drag = {
  begin: log('begin'),
  move: log('move'),
  end: log('end'),
  cancel: note('cancel'),
  press: note('press'),
}
function listen(does: Drag) {
  element.addEventListener('pointerdown', (event) => drag(element, event, does))
}
beforeEach(() => {
  done = []
  element = document.createElement('div')
  // Only the browser's own pointers can be captured.
  element.setPointerCapture = () => void done.push('captured')
  element.addEventListener('click', note('clicked'))
  document.body.append(element)
})
afterEach(() => {
  send('pointercancel', 0)
  element.remove()
})

function send(name: string, clientX: number, given: PointerEventInit = {}, target: EventTarget = element) {
  const event = new PointerEvent(name, { pointerId: 1, clientX, bubbles: true, cancelable: true, ...given })
  target.dispatchEvent(event)
  return event
}
const key = (name: string) => element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))

test('a press that moves drags, wherever it leads to, and is no click', () => {
  listen(all)
  send('pointerdown', 10)
  send('pointermove', 14)
  expect(done).toEqual([])
  send('pointermove', 15)
  send('pointermove', 90, {}, document.body)
  send('pointermove', 91, { pointerId: 2 })
  send('pointerup', 95, {}, document.body)
  send('click', 95)
  send('pointermove', 99)
  expect(done).toEqual(['captured', 'begin 10', 'move 15', 'move 90', 'end 95'])
})

test('a press that stays where it is, is a press and a click', () => {
  listen(all)
  send('pointerdown', 10)
  send('pointermove', 12)
  send('pointerup', 12)
  send('click', 12)
  send('pointerdown', 10, { button: 2 })
  send('pointerup', 10, { button: 2 })
  expect(done).toEqual(['press', 'clicked'])
})

test('Escape takes back what is dragged, and nothing else hears it', () => {
  listen(all)
  element.addEventListener('keydown', note('closed'))
  send('pointerdown', 10)
  send('pointermove', 20)
  key('Escape')
  send('pointermove', 30)
  send('pointerup', 30)
  send('click', 30)
  expect(done).toEqual(['captured', 'begin 10', 'move 20', 'cancel'])
  send('pointerdown', 10)
  key('Escape')
  expect(done.at(-1)).toBe('closed')
})

test('what the browser takes over, or another press, cancels', () => {
  listen(all)
  send('pointerdown', 10)
  send('pointermove', 20)
  send('pointercancel', 20)
  expect(done.splice(0)).toEqual(['captured', 'begin 10', 'move 20', 'cancel'])
  send('pointerdown', 10)
  send('pointermove', 20)
  send('pointerdown', 50, { pointerId: 2 })
  send('pointermove', 30)
  send('pointerup', 50, { pointerId: 2 })
  expect(done).toEqual(['captured', 'begin 10', 'move 20', 'cancel', 'press'])
})

const finger = { pointerType: 'touch' }

test('a finger drags at once, after it has rested, or never, and holds the page still only while it drags', async () => {
  listen({ ...all, finger: 'rested' })
  element.addEventListener('touchmove', holdStill, { passive: false })
  send('pointerdown', 10, finger)
  send('pointermove', 20, finger)
  send('pointerup', 20, finger)
  expect(done).toEqual([])
  send('pointerdown', 10, finger)
  expect(send('touchmove', 10).defaultPrevented).toBe(false)
  await eventually(() => expect(done).toEqual(['captured', 'begin 10']))
  expect(send('touchmove', 10).defaultPrevented).toBe(true)
  send('pointermove', 11, finger)
  send('pointerup', 11, finger)
  expect(send('touchmove', 10).defaultPrevented).toBe(false)
  expect(done).toEqual(['captured', 'begin 10', 'move 11', 'end 11'])
})

test.each([
  ['at once', ['captured', 'begin 10', 'move 20', 'end 20']],
  ['never', []],
] as const)('where fingers drag %s', (when, expected) => {
  listen({ ...all, finger: when })
  send('pointerdown', 10, finger)
  send('pointermove', 20, finger)
  send('pointerup', 20, finger)
  expect(done).toEqual(expected)
})

test('the surroundings scroll while the pointer is near an edge, and what is dragged goes along', async () => {
  const room = document.createElement('div')
  room.style.cssText = 'position: fixed; top: 0; width: 90px; height: 300px; overflow: auto'
  element.style.height = '2000px'
  room.append(element)
  document.body.append(room)
  listen({ scrolls: element, slack: 0, move: log('move'), end: log('end') })
  send('pointerdown', 10, { clientY: 100 })
  send('pointermove', 11, { clientY: 299 })
  await eventually(() => expect(done.filter((one) => one === 'move 11').length).toBeGreaterThan(3))
  expect(room.scrollTop).toBeGreaterThan(0)
  send('pointerup', 12)
  room.remove()
})

test('arrow keys are columns to the right and rows down', () => {
  expect(['ArrowRight', 'ArrowUp', 'Enter'].map(arrow)).toEqual([[1, 0], [0, -1], null])
})
