/**
 * A rule for tests, whose clock is given once (tests/clock): it may be any day.
 *
 * Found are
 * - `new Date()` and `Date.now()`, which tell the runner's time and not that of the test's world; a file that calls
 *   `useFakeTimers` sets that time itself, and may read it,
 * - days that are written down in a file with the sample company, which is seeded by the clock and moves on with it,
 *   unless the file names the day that its company is seeded on: `createTestClock('2027-03-10 08:00')`.
 * Not found are days that such a file takes from another one.
 */

/** A node of the syntax tree, as far as this rule looks at it. */
interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

interface Context {
  report(problem: { node: Node; message: string }): void
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const nameOf = (value: unknown): string => (isNode(value) && typeof value.name === 'string' ? value.name : '')

/** Days around those of a run. The others are long ago or far ahead on any day. */
const written = /(?<!\d)20(2[4-9]|[3-8]\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?![\d-])/
const isDay = (text: string): boolean => {
  const [day] = written.exec(text) ?? []
  return day !== undefined && new Date(`${day}T12:00Z`).toISOString().startsWith(day)
}

/** Whether an object has a property, with this value if one is given. */
const has = (node: Node | undefined, name: string, value?: unknown): boolean =>
  nodesIn(node?.properties).some(
    ({ key, value: held }) => nameOf(key) === name && (value === undefined || (isNode(held) && held.value === value)),
  )

const NOW =
  'Tests have one clock: read world.clock, a createTestClock() of their own, or runningClock of tests/clock/clock.ts, which stories find in .storybook/preview.tsx.'
const DAY =
  "The sample company moves on with the day of the run, and this day does not: take it from the clock, as clock.day(-1), or seed the company on a day of its own, as createTestClock('2027-03-10 08:00')."

export const oneClock = {
  create({ report }: Context) {
    let sample = false
    let own = false
    let fake = false
    const days: Node[] = []
    const reads: Node[] = []

    return {
      Literal(node: Node) {
        if (typeof node.value === 'string' && isDay(node.value)) days.push(node)
      },
      TemplateElement(node: Node) {
        const { value } = node
        if (typeof value === 'object' && value !== null && 'raw' in value && isDay(String(value.raw))) days.push(node)
      },
      NewExpression(node: Node) {
        if (nameOf(node.callee) === 'Date' && nodesIn(node.arguments).length === 0) reads.push(node)
      },
      Property(node: Node) {
        // A story with a path has the server and its company in the page.
        if (nameOf(node.key) === 'parameters' && isNode(node.value) && has(node.value, 'path')) sample = true
      },
      CallExpression(node: Node) {
        const { callee } = node
        const [first] = nodesIn(node.arguments)
        const object = isNode(callee) ? nameOf(callee.object) : ''
        const name = nameOf(callee) || (isNode(callee) ? nameOf(callee.property) : '')
        if (object === 'Date' && name === 'now') reads.push(node)
        if (name === 'useFakeTimers') fake = true
        if (name === 'createTestClock' && first) own = true
        if (/^(openSample|sampleSqlite|samplePostgres|signIn)$/.test(name)) sample = true
        if (name === 'createTestWorld' && !has(first, 'sample', false)) sample = true
      },
      'Program:exit'() {
        if (!fake) for (const node of reads) report({ node, message: NOW })
        if (sample && !own) for (const node of days) report({ node, message: DAY })
      },
    }
  },
}
