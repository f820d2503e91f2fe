/** What a run consists of: `npm test` what a change can break, `npm run test:all` everything that is proven. */
import { join } from 'node:path'

/** A program that must succeed; one with a runner also tells of its tests. */
export interface Step {
  readonly name: string
  readonly command: readonly string[]
  readonly runner?: Runner
  readonly env?: Readonly<Record<string, string>>
  /** Leaves the processors to whatever else wants them. */
  readonly yields?: boolean
}

/** A program that runs tests, and the words that make it run some of them alone. */
export interface Runner {
  /** The command of a person who wants to run some tests again. */
  readonly alone: readonly string[]
  /** The words that choose a test by its file and name. */
  readonly choose: (file: string, name: string) => readonly string[]
  /** The words that choose whole files. */
  readonly files: (files: readonly string[]) => readonly string[]
}

/** Lanes of a stage run beside each other, the steps of a lane in order. */
export type Stage = readonly (readonly Step[])[]

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

function vitest(
  name: string,
  project: string,
  { config, env, only = [] }: Partial<Record<'config', string>> & Pick<Step, 'env'> & { only?: readonly string[] } = {},
): Step {
  const alone = ['vitest', 'run', ...(config ? ['--config', config] : []), '--project', project]
  return {
    name,
    command: [...alone, ...only, '--reporter=./tests/run/vitest-reporter.ts'],
    runner: { alone, choose: (file, test) => [file, '-t', literally(test)], files: (files) => files },
    ...(env && { env }),
  }
}

const inNode = 'tests/vitest.config.ts'
const browsers = 'tests/e2e/playwright.config.ts'
const reporter = join(import.meta.dirname, 'playwright-reporter.ts')
function playwright(name: string, project: string, config = browsers): Step {
  const alone = ['playwright', 'test', '--config', config, `--project=${project}`]
  return {
    name,
    command: [...alone, '--reporter', reporter],
    runner: { alone, choose: (file, test) => [file, '-g', literally(test)], files: (files) => files },
  }
}
const endToEnd = playwright('end to end', 'together')

/** The styles of the sources, found once for all tests in browsers; Panda writes them there. */
const styles = join(import.meta.dirname, '../../styled-system/styles.css')
const withStyles = { env: { PANDA_CSS: styles } }

const sources: Stage[] = [
  [
    [{ name: 'panda', command: ['panda', '--silent'] }],
    [
      // The server knows nothing of styles.
      { name: 'server build', command: ['node', 'src/build-server.ts'] },
      { name: 'sample company', command: ['node', 'tests/run/seed-once.ts'] },
    ],
  ],
  [
    [{ name: 'vite build', command: ['vite', 'build', '--logLevel', 'warn'], env: { ...withStyles.env, BROTLI: '4' } }],
    [
      { name: 'oxfmt', command: ['oxfmt', '--check'] },
      { name: 'oxlint', command: ['oxlint'] },
    ],
  ],
]

/** What needs a processor and nobody waits for, while pages in browsers mostly wait. */
const types: Step = { name: 'tsc', command: ['tsc', '--noEmit', '--checkers', '1'], yields: true }

const allStories = vitest('stories', 'stories', withStyles)
/**
 * `npm test` plays stories as they are on a desk in the light. In the dark and on phones most are the same again, which it
 * looks at end to end alone; stories tagged `whole` show one state more of what others show. React as it is shipped takes
 * a sixth less time, and the whole proof hears its warnings. Axe, which takes a third of the time, judges one story of each
 * part of the kit, of which everything else consists.
 */
const someStories: Step = {
  ...allStories,
  command: [...allStories.command, '-t', '^(?!.*\\b(Dark|Phone|Tablet)\\b)'],
  env: { ...withStyles.env, NODE_ENV: 'production', VITE_AXE_OF: 'Kit' },
}

const testsWith = (
  stories: Step,
  { runs, many, only = [] }: Record<'runs' | 'many', number> & { only?: readonly string[] },
): Stage[] => [
  [
    [vitest('units', 'unit', { config: inNode })],
    [
      vitest('components', 'browser', {
        env: { ...withStyles.env, VITE_WRITES_RUNS: `${runs}`, VITE_WRITES_MANY: `${many}` },
        only,
      }),
    ],
    // They mostly wait.
    [vitest('faults', 'faults', { config: inNode })],
  ],
  // Beside no other browser, because pages of stories lose the focus when the processor is busy.
  [[stories], [types]],
  [[endToEnd]],
  // Runs alone, because Chromium breaks off what a service worker answers when the processor is busy.
  [[playwright('end to end, installed', 'alone')]],
]

/** What tests of these sources and these end-to-end tests run first, each of them in full. */
export function related(files: readonly string[], specs: readonly string[]): Step[] {
  const among = (step: Step, words: readonly string[]): Step => ({
    ...step,
    name: `${step.name} (changed)`,
    command: words,
    env: { ...step.env, TEST_TIER: '' },
  })
  const units = vitest('units', 'unit', { config: inNode })
  const [, , ...options] = units.command
  return [
    ...(files.length ? [among(units, ['vitest', 'related', '--run', '--passWithNoTests', ...options, ...files])] : []),
    ...(specs.length ? [among(endToEnd, [...endToEnd.command, ...specs])] : []),
  ]
}

/** `npm test`. */
export const change: readonly Stage[] = [
  ...sources,
  ...testsWith(someStories, { runs: 2, many: 100, only: ['--tags-filter=!whole'] }),
]

/** `npm run test:all`. */
export const all: readonly Stage[] = [
  ...sources,
  ...testsWith(allStories, { runs: 60, many: 400 }),
  [[playwright('pictures', 'pictures', 'tests/pictures/playwright.config.ts')]],
  [[{ name: 'twelve days', command: ['node', 'tests/days.ts'] }]],
  [[{ name: 'mutants', command: ['node', 'tests/mutation/run.ts'] }]],
]
