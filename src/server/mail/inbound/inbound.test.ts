import { describe, expect, test } from 'vitest'
import { jpeg } from '../../../../tests/files.ts'
import { apple, gmail, htmlOnly, outlook, plain } from '../../../../tests/mails.fixture.ts'
import { defineEntity } from '../../../core/entity/entity.ts'
import { answerIn, headOf, rawMessageIn } from '../../decode/mail.ts'
import { automatic, isForged, recipientsOf } from './judge.ts'
import { createReplyAddresses } from './reply-address.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const about = { from: 'Pat Foreman <pat@x.example>', to: 'reply+7-rfis-4-abc@in.example.com' }
const headWith = (...head: string[]) => headOf(bytes(plain({ ...about, head, text: 'Yes.' })))

describe('what a person has written', () => {
  const file = { name: 'sketch.jpg', mime: 'image/jpeg', bytes: new Uint8Array(jpeg()) }
  test.each([
    ['Gmail', gmail({ ...about, files: [file] })],
    ['Outlook', outlook({ ...about, files: [file] }, new Uint8Array(jpeg()))],
    ['an iPhone', apple({ ...about, files: [file] })],
  ])('in %s is read without quotes, signature and its pictures, with the files', async (_, raw) => {
    const { text, files } = await answerIn(bytes(raw))
    expect([text, files.map(({ name }) => name)]).toEqual(['Run it along grid C.', ['sketch.jpg']])
    expect(files[0]?.bytes).toEqual(file.bytes)
  })

  test('in HTML alone is read as text', async () => {
    expect((await answerIn(bytes(htmlOnly({ ...about, text: 'Use 2&quot; EMT &amp; run it.' })))).text).toBe(
      'Use 2" EMT & run it.',
    )
  })

  test('is empty where there are quotes alone', async () => {
    expect((await answerIn(bytes(gmail({ ...about, text: '' })))).text).toBe('')
  })

  test('is found in each form that mail services send', async () => {
    const raw = plain({ ...about, text: 'Grüße.' })
    const form = new FormData()
    form.set('email', raw)
    const multipart = new Response(form)
    const sent: [BlobPart, string][] = [
      [raw, 'message/rfc822'],
      [JSON.stringify({ RawEmail: raw }), 'application/json; charset=utf-8'],
      [new URLSearchParams({ 'body-mime': raw }).toString(), 'application/x-www-form-urlencoded'],
      [await multipart.arrayBuffer(), multipart.headers.get('content-type') ?? ''],
    ]
    for (const [body, type] of sent) {
      const message = await rawMessageIn(new Uint8Array(await new Blob([body]).arrayBuffer()), type)
      expect((await answerIn(message)).text, type).toBe('Grüße.')
    }
    await expect(rawMessageIn(bytes('{}'), 'application/json')).rejects.toThrow('no raw message')
  })
})

test('a head ends before the text, and all addresses in its From lines count', async () => {
  const head = await headWith('From: Boss <boss@x.example>, two@x.example')
  expect(head.from).toEqual(['boss@x.example', 'two@x.example', 'pat@x.example'])
  expect(recipientsOf(head)).toEqual([about.to])
})

test.each([
  [[], null],
  [['Auto-Submitted: no'], null],
  [['Auto-Submitted: auto-replied (vacation)'], 'an automatic answer'],
  [['X-Autoreply: yes'], 'an automatic answer'],
  [['Precedence: bulk'], 'a mail to many'],
  [['Return-Path: <>'], 'a bounce'],
  [['From: MAILER-DAEMON@x.example'], 'a bounce'],
  [['Message-ID: <job-7@plumbline>'], 'a mail of this server came back'],
])('a mail with %j was written by a person or is %s', async (head, why) => {
  expect(automatic(await headWith(...head))).toBe(why)
})

test.each([
  [[], false],
  [['in.example; dmarc=pass; spf=fail; dkim=fail'], false],
  [['in.example; spf=fail smtp.mailfrom=x; dkim=pass header.d=x'], false],
  [['in.example; spf=fail smtp.mailfrom=x; dkim=fail; dkim=pass header.d=x'], false],
  [['in.example; dmarc=fail header.from=x'], true],
  [['in.example; spf=fail (dkim=pass) smtp.mailfrom=x;\r\n\tdkim=fail'], true],
  [['in.example; dmarc=fail', 'x.example; dmarc=pass'], true],
  [['in.example; dmarc=pass', 'x.example; dmarc=fail'], false],
])('Authentication-Results of %j are of a forged mail: %s', async (results, forged) => {
  const head = await headWith(...results.map((result) => `Authentication-Results: ${result}`))
  expect(isForged(head)).toBe(forged)
})

describe('the address of an answer', () => {
  const entity = (attachable: string[]) =>
    defineEntity('thing', {
      endpoint: 'api/punch_items',
      area: 'users',
      access: {} as never,
      sort: 'id',
      attachable,
      fields: {},
      display: { icon: 'bell', title: () => '' },
    })
  const inbound = { address: 'Reply@In.example.com', secret: 'a secret of the service' }
  const addresses = createReplyAddresses(inbound, 'key')
  const own = addresses.of(7, entity(['message']), 4)

  test('names a person and a record, in whatever case it comes back', () => {
    expect(own).toMatch(/^reply\+7-punch_items-4-[0-9a-f]{24}@in\.example\.com$/)
    const reply = { person: 7, table: 'punch_items', id: 4 }
    expect(addresses.in(['Kim <kim@x.example>', `"Plumbline" <${own?.toUpperCase()}>`])).toEqual(reply)
  })

  test('is none for what takes no messages, and none that the server has not made', () => {
    expect(addresses.of(7, entity(['attachment']), 4)).toBeNull()
    expect(addresses.in([own?.replace('+7-', '+8-') ?? '', 'reply+7-punch_items-4-@in.example.com'])).toBeNull()
    expect(createReplyAddresses(inbound, 'another key').in([own ?? ''])).toBeNull()
    expect(createReplyAddresses({ ...inbound, secret: 'another secret' }, 'key').in([own ?? ''])).toBeNull()
  })

  test('has no more characters before the @ than mail systems take', () => {
    const large = addresses.of(99_999_999, entity(['message']), 9_999_999)
    expect(large?.split('@')[0]?.length).toBeLessThanOrEqual(64)
  })
})
