import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { measured, resume } from './own-time.ts'

/** Keeps this thread busy for so many milliseconds of its own, however busy the machine is. */
function work(ms: number) {
  const began = process.threadCpuUsage()
  const passed = () => {
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1000
  }
  while (passed() < ms);
}
/** What a request comes to that works and waits as told. */
async function timeOf(task: () => Promise<void>) {
  let time = 0
  await measured((ms) => void (time += ms), task)
  return time
}

test('a request is counted while it works, and not while it waits', async () => {
  const time = await timeOf(async () => {
    work(20)
    await wait(200)
    resume()
    work(20)
  })
  expect(time).toBeGreaterThanOrEqual(40)
  expect(time).toBeLessThan(100)
})

test('of two that take turns, each is counted by its own', async () => {
  const turns = (ms: number) => async () => {
    for (let at = 0; at < 5; at++) {
      await nextTurn()
      resume()
      work(ms)
    }
  }
  const [long, short] = await Promise.all([timeOf(turns(12)), timeOf(turns(2))])
  expect(long).toBeGreaterThanOrEqual(60)
  expect(short).toBeGreaterThanOrEqual(10)
  expect(short).toBeLessThan(50)
})

test('what others do in between, and what goes on after an answer, is not counted', async () => {
  const later = Promise.withResolvers<void>()
  const time = await timeOf(async () => {
    work(10)
    void nextTurn().then(() => {
      resume()
      work(100)
      later.resolve()
    })
  })
  await later.promise
  resume()
  work(100)
  expect(time).toBeLessThan(90)
})
