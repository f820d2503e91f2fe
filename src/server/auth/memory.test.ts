import { describe, expect, test } from 'vitest'
import { createMemory } from './memory.ts'

/** A table of names, and how often it was asked. */
function world(trusted = () => true) {
  const table = new Map([
    [1, 'Ada'],
    [2, 'Grace'],
  ])
  const memory = createMemory<number, string>(trusted)
  let asked = 0
  const name = async (id: number, meanwhile?: () => void) => {
    const held = memory.get(id)
    if (held !== undefined) return held
    const found = await memory.read(async () => {
      asked++
      const value = table.get(id)
      await Promise.resolve(meanwhile?.())
      return new Map(value === undefined ? [] : [[id, value]])
    })
    return found.get(id)
  }
  return { table, memory, name, asked: () => asked }
}

describe('what is held in memory', () => {
  test('is asked for once', async () => {
    const { name, asked } = world()
    expect([await name(1), await name(1), asked()]).toEqual(['Ada', 'Ada', 1])
  })

  test('is asked for again once it changed, and only that', async () => {
    const { table, memory, name, asked } = world()
    await name(1)
    await name(2)
    table.set(1, 'Ada Lovelace')
    memory.forget(1)
    expect([await name(1), await name(2), asked()]).toEqual(['Ada Lovelace', 'Grace', 3])
  })

  test('what is not there is not taken to stay away', async () => {
    const { table, name } = world()
    expect(await name(3)).toBeUndefined()
    table.set(3, 'Joan')
    expect(await name(3)).toBe('Joan')
  })

  test('an answer that a change overtook is given and not kept', async () => {
    const { table, memory, name } = world()
    const older = await name(1, () => {
      table.set(1, 'Ada Lovelace')
      memory.forget(1)
    })
    expect([older, await name(1)]).toEqual(['Ada', 'Ada Lovelace'])
  })

  test('goes by what it holds, or all at once', async () => {
    const { memory, name, asked } = world()
    await name(1)
    await name(2)
    memory.forgetIf((value) => value === 'Grace')
    expect([memory.get(1), memory.get(2)]).toEqual(['Ada', undefined])
    memory.clear()
    await name(1)
    expect(asked()).toBe(3)
  })

  test('nothing is held or used while changes may go unheard', async () => {
    let trusted = true
    const { table, name, memory } = world(() => trusted)
    await name(1)
    trusted = false
    table.set(1, 'Ada Lovelace')
    expect(await name(1)).toBe('Ada Lovelace')
    expect(await name(2)).toBe('Grace')
    memory.clear()
    trusted = true
    expect([memory.get(1), memory.get(2)]).toEqual([undefined, undefined])
  })
})
