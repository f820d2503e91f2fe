import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { tell } from './report-line.ts'

const whyOf = (errors: readonly TestError[]) => errors.map(({ stack, message }) => stack ?? message ?? '').join('\n\n')

/** Tells the runner of each end-to-end test as it ends, each attempt by itself. */
export default class PlaywrightReporter implements Reporter {
  onBegin(_: FullConfig, suite: Suite): void {
    tell({ kind: 'found', count: suite.allTests().length })
  }
  onTestEnd(test: TestCase, { status, duration, errors }: TestResult): void {
    // A test that is tried again is found once more.
    if (status !== 'passed' && status !== 'skipped' && test.results.length <= test.retries)
      tell({ kind: 'found', count: 1 })
    const why = status === 'skipped' ? test.annotations.find(({ type }) => type === 'skip')?.description : whyOf(errors)
    tell({
      kind: 'ended',
      file: relative(process.cwd(), test.location.file).replaceAll('\\', '/'),
      // The names of the root, the browser and the file come first.
      name: test.titlePath().slice(3).join(' '),
      state: status === 'passed' || status === 'skipped' ? status : 'failed',
      seconds: duration / 1000,
      ...(why && { why }),
    })
  }
  onError(error: TestError): void {
    tell({ kind: 'broken', file: '', why: whyOf([error]) })
  }
  printsToStdio(): boolean {
    return false
  }
}
