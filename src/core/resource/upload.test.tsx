import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { createHttp } from './http.ts'
import { createUploader } from './upload.ts'

const baseURL = inject('serverUrl')
const onUnauthorized = vi.fn()
const options = { baseURL, socketId: () => undefined, onUnauthorized }
const http = createHttp(options)
const uploader = createUploader(options)
const asId = (body: unknown) => (body as { id?: number } | null)?.id

let at: string
beforeEach(async () => {
  onUnauthorized.mockClear()
  await http('/sanctum/csrf-cookie')
  await http('/login', { method: 'POST', body: { email: 'admin@plumbline.test', password: 'plumbline' } })
  const number = crypto.randomUUID().slice(0, 8)
  const body = { customer_id: 1, name: 'Uploaded', number }
  const { id } = await http<{ id: number }>('/api/projects', { method: 'POST', body })
  at = `/api/projects/${id}/attachments`
})
afterEach(() => vi.restoreAllMocks())

/** Large enough to be seen on its way, even on this machine. */
const LARGE = 95_000_000
const START = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
/** The header of a frame of 40 by 30 pixels. */
const FRAME = [0xff, 0xc0, 0, 17, 8, 0, 30, 0, 40, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
function formOf(bytes = 0): FormData {
  const form = new FormData()
  form.append(
    'file',
    new File([new Uint8Array(START), new Uint8Array(FRAME), new Uint8Array(bytes)], 'panel.jpg', {
      type: 'image/jpeg',
    }),
  )
  return form
}
const key = () => crypto.randomUUID()
const there = () => http<unknown[]>(at)

test('says how far it is, up to the end, and answers with what was made', { tags: 'whole' }, async () => {
  const shares: number[] = []
  const result = await uploader(at, formOf(LARGE), asId, { key: key(), onProgress: (share) => shares.push(share) })
  expect(result).toEqual({ ok: true, data: expect.any(Number) })
  expect(shares.length).toBeGreaterThan(1)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

test('ended on its way it is no answer, and nothing of it is kept', async () => {
  const end = new AbortController()
  const result = await uploader(at, formOf(LARGE), asId, {
    key: key(),
    signal: end.signal,
    onProgress: () => end.abort(),
  })
  expect(result).toMatchObject({ ok: false, status: 0 })
  expect(await there()).toEqual([])
})

test('ended before it began, it is not sent at all', async () => {
  const result = await uploader(at, formOf(), asId, { key: key(), signal: AbortSignal.abort() })
  expect(result).toMatchObject({ ok: false, status: 0 })
  expect(await there()).toEqual([])
})

test('a token that has run out is fetched anew, once, and the file is there once', async () => {
  document.cookie = 'XSRF-TOKEN=stale; path=/'
  expect(await uploader(at, formOf(), asId, { key: key() })).toMatchObject({ ok: true })
  expect(await there()).toHaveLength(1)
  expect(onUnauthorized).not.toHaveBeenCalled()
})

test('a token that cannot be fetched anew is a failure, not an exception', async () => {
  document.cookie = 'XSRF-TOKEN=stale; path=/'
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await uploader(at, formOf(), asId, { key: key() })).toMatchObject({ ok: false, status: 419 })
})

test('where one is signed out meanwhile, whoever asked is told', async () => {
  await http('/logout', { method: 'POST' })
  await http('/sanctum/csrf-cookie')
  expect(await uploader(at, formOf(), asId, { key: key() })).toMatchObject({ ok: false, status: 401 })
  expect(onUnauthorized).toHaveBeenCalledOnce()
})

test('what the server says of the file comes back word for word', async () => {
  const form = new FormData()
  form.append('file', new File(['<!doctype html><script>alert(1)</script>'], 'site.jpg', { type: 'image/jpeg' }))
  expect(await uploader(at, form, asId, { key: key() })).toMatchObject({
    ok: false,
    status: 422,
    errors: { file: ['This file type is not allowed.'] },
  })
})

test('without an answer it fails without words, and sent again with its key it is there once', async () => {
  const dead = createUploader({ ...options, baseURL: 'http://localhost:1' })
  expect(await dead(at, formOf(), asId, { key: key() })).toMatchObject({ ok: false, status: 0, message: '' })
  const again = key()
  const [first, second] = [
    await uploader(at, formOf(), asId, { key: again }),
    await uploader(at, formOf(), asId, { key: again }),
  ]
  expect(second).toEqual(first)
  expect(await there()).toHaveLength(1)
})
