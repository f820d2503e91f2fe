import { isObject } from '#lib/is-object.ts'
import { randomHex } from '#lib/random-hex.ts'
import { resizeImage } from '#lib/resize-image.ts'

/** The longest side of a small picture, in pixels. */
const SMALL = 480
const AWAY = 'There is no connection.'

/** Sends an answer; null once the server has it, and otherwise why it has not. A key makes it one, however often it is sent. */
async function send(address: string, key: string, body: FormData | object): Promise<string | null> {
  const isForm = body instanceof FormData
  const headers = { 'idempotency-key': key, accept: 'application/json' }
  const own = isForm ? headers : { ...headers, 'content-type': 'application/json' }
  try {
    const answer = await fetch(address, { method: 'POST', headers: own, body: isForm ? body : JSON.stringify(body) })
    if (answer.ok) return null
    const said: unknown = await answer.json().catch(() => null)
    return isObject(said) && typeof said.message === 'string' ? said.message : 'That could not be sent.'
  } catch {
    return AWAY
  }
}

/** What was written about an item and is not sent yet, with the key of that text. */
export interface Draft {
  readonly text: string
  readonly key: string
}
const nothing: Draft = { text: '', key: '' }

/** The draft that this device keeps of an item. */
export function draftOf(at: string): Draft {
  const kept: unknown = JSON.parse(localStorage.getItem(`answer ${at}`) ?? 'null')
  return isObject(kept) && typeof kept.text === 'string' && typeof kept.key === 'string'
    ? { text: kept.text, key: kept.key }
    : nothing
}

/** Keeps what is written, so that it outlives the page. Another text is another answer. */
export function keepDraft(at: string, text: string): Draft {
  const draft = text ? { text, key: randomHex(16) } : nothing
  if (text) localStorage.setItem(`answer ${at}`, JSON.stringify(draft))
  else localStorage.removeItem(`answer ${at}`)
  return draft
}

/** Sends a message about an item. */
export const say = (at: string, { text, key }: Draft) => send(`${at}/messages`, key, { content: text })

/** Says that an item is done. */
export const finish = (at: string, step: string) => send(`${at}/${step}`, randomHex(16), {})

/** Sends photos of the finished work one after the other, made small here where this browser can. */
export async function addPhotos(at: string, photos: readonly File[]): Promise<string | null> {
  for (const photo of photos) {
    const form = new FormData()
    form.set('kind', 'after')
    const name = `${photo.name.replace(/\.[^.]+$/, '') || 'photo'}.jpg`
    const [whole, small] = await Promise.all([resizeImage(photo), resizeImage(photo, SMALL)]).catch(() => [])
    form.set('file', whole ?? photo, whole ? name : photo.name)
    if (small) form.set('preview', small, name)
    const problem = await send(`${at}/attachments`, randomHex(16), form)
    if (problem !== null)
      return problem === AWAY ? `${AWAY} “${photo.name}” was not sent: add it again later.` : problem
  }
  return null
}
