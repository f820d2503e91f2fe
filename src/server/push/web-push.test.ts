import { expect, test } from 'vitest'
import { createSigner } from '../auth/crypto.ts'
import { openWebPush } from './web-push.ts'

const pusher = openWebPush()(createSigner('a secret'), 'https://plumbline.example.com')

test.for([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-by3p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evil.example/fcm.googleapis.com', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://user:secret@fcm.googleapis.com/abc', false],
  ['file:///etc/passwd', false],
  ['', false],
] as const)('%s may be sent to: %s', ([endpoint, may]) => {
  expect(pusher.takes(endpoint)).toBe(may)
})

test('the key follows from the secret, so that all processes of a company have it', () => {
  const again = openWebPush()(createSigner('a secret'), 'https://elsewhere.example.com')
  const other = openWebPush()(createSigner('another secret'), 'https://plumbline.example.com')
  expect(again.publicKey).toBe(pusher.publicKey)
  expect(other.publicKey).not.toBe(pusher.publicKey)
  expect(Buffer.from(pusher.publicKey, 'base64url')).toHaveLength(65)
})
