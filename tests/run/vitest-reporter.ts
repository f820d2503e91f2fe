import type { SerializedError, TestCase, TestModule, Reporter } from 'vitest/node'
import { relative } from 'node:path'
import { tell } from './report-line.ts'

const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId).replaceAll('\\', '/')
interface Failed {
  readonly message: string
  readonly stack?: string
  readonly cause?: unknown
}
/** "fetch failed" and the like say nothing without their cause. */
const causeOf = ({ cause }: Failed): string =>
  cause instanceof Object && 'message' in cause ? ` (${String(cause.message)}${causeOf(cause as Failed)})` : ''
const whyOf = (errors: readonly Failed[] = []) =>
  errors.map((error) => `${error.message}${causeOf(error)}\n${error.stack ?? ''}`).join('\n\n')

/** Tells the runner of each test of Vitest as it ends. */
export default class VitestReporter implements Reporter {
  onTestModuleCollected(module: TestModule): void {
    tell({ kind: 'found', count: [...module.children.allTests()].length })
  }
  onTestCaseResult(test: TestCase): void {
    const { state, errors, ...result } = test.result()
    if (state === 'pending') return
    const why = state === 'skipped' && 'note' in result ? result.note : whyOf(errors)
    tell({
      kind: 'ended',
      file: fileOf(test.module),
      name: test.fullName.replaceAll(' > ', ' '),
      state,
      seconds: (test.diagnostic()?.duration ?? 0) / 1000,
      ...(why && { why }),
    })
  }
  onTestModuleEnd(module: TestModule): void {
    const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
    if (errors.length) tell({ kind: 'broken', file: fileOf(module), why: whyOf(errors) })
  }
  onTestRunEnd(_: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) tell({ kind: 'broken', file: '', why: whyOf([error]) })
  }
}
