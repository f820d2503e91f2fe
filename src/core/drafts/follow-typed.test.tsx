import { signal } from '@preact/signals-react'
import { afterEach, expect, test } from 'vitest'
import { createDrafts, type DraftPlace } from './drafts.ts'
import { followTyped } from './follow-typed.ts'
import type { Typed } from './typed.ts'

const name = 'followed drafts test'
const place: DraftPlace = createDrafts({ user: signal({ id: 1 }), idOf: (id) => id, name }).at(['note', 'new'])
const photo = new File(['picture'], 'found.png')

/** A form that is open. Reading its place comes after whatever it has begun to keep. */
function open() {
  const typed = signal<Typed | null>(null)
  const followed = followTyped(place, {
    typed,
    restore: (draft) => void (typed.value = draft),
    reset: () => void (typed.value = null),
  })
  return { typed, followed, close: followed.start() }
}

afterEach(() => place.remove())

test('a picture is on the device at once, since it cannot be typed again', async () => {
  const { typed, close } = open()
  typed.value = { values: { title: 'Box' } }
  expect(await place.read()).toBe(null)
  typed.value = { values: { title: 'Box' }, files: [photo] }
  expect(await place.read()).toMatchObject({ values: { title: 'Box' }, files: [{ name: 'found.png' }] })
  close()
})

test('what is typed is on the device once it has been kept, with the pictures from before', async () => {
  const { typed, followed, close } = open()
  typed.value = { values: { title: 'Box' }, files: [photo] }
  typed.value = { values: { title: 'Box not flush' }, files: typed.value.files ?? [] }
  await followed.keep()
  expect(await place.read()).toMatchObject({ values: { title: 'Box not flush' }, files: [{ name: 'found.png' }] })
  close()
})
