/** What can be broken on its own: the code that holds an area's rules, and the quick tests that hold them. */
interface Area {
  readonly mutate: readonly string[]
  /** In the order in which they are run, the quickest first: what one notices, the others need not. */
  readonly tests: readonly string[]
  /** Run once, before all mutants. */
  readonly globalSetup?: readonly string[]
  /** Run before each file of tests. */
  readonly setup?: readonly string[]
  /** Whether Node can import all of it: TypeScript alone, without what Vite adds. */
  readonly isNative?: boolean
}

/** By the names that `npm run mutate` takes. */
export const areas: Readonly<Record<string, Area>> = {
  access: {
    mutate: [
      'src/core/access/access.ts',
      'src/core/entity/{parse,fields,field,entity,check-entities}.ts',
      'src/server/resource/{visibility,target,writes,save,unique,attached,present,counts,sequence,may,active}.ts',
      'src/server/db/conditions.ts',
    ],
    tests: [
      'src/core/{access,entity}/*.test.ts',
      'src/server/resource/present.test.ts',
      'tests/security/rules.test.ts',
      'tests/conformance/{patterns,query,sums}.test.ts',
    ],
    isNative: true,
  },
  writes: {
    mutate: ['src/core/writes/{attempt,conflicts,direct,mutation,prepare,queue,sender}.ts'],
    tests: ['src/core/writes/*.test.ts', 'src/core/writes/{rounds,writes,kept-writes}.test.tsx'],
    globalSetup: ['tests/mutation/page-server.ts'],
    setup: ['tests/mutation/device.ts'],
  },
  documents: {
    mutate: [
      'modules/documents/{access,guards,matrix}.ts',
      'modules/documents/server/{access-server,folder-levels,folder-rules}.ts',
    ],
    tests: [
      'modules/documents/*.test.ts',
      'tests/conformance/{document-access,document-sight,default-documents,documents}.test.ts',
    ],
    isNative: true,
  },
  time: {
    mutate: [
      'modules/time/{guards,entry-guards}.ts',
      'modules/time/server/{entry-rules,visibility,week-rules,weeks}.ts',
    ],
    tests: [
      'modules/time/{guards,entry-guards}.test.ts',
      'modules/time/parts/{sheet,outlook}/*.test.ts',
      'tests/conformance/{time-rules,disputes,time-sight,time}.test.ts',
    ],
    isNative: true,
  },
  payroll: {
    mutate: ['modules/payroll/{guards,rows}.ts', 'modules/payroll/server/{batch-rules,plan}.ts'],
    tests: [
      'modules/payroll/**/*.test.ts',
      'tests/conformance/{payroll-plan,payroll,payroll-ledger,payroll-close}.test.ts',
    ],
    isNative: true,
  },
  forecasting: {
    mutate: ['modules/forecasting/parts/labor.ts', 'src/lib/hours-at-completion.ts'],
    tests: ['modules/forecasting/**/*.test.ts', 'src/lib/hours-at-completion.test.ts'],
  },
  schedule: {
    mutate: [
      'modules/schedule/{chain,company-days,days-of,plan,told}.ts',
      'modules/schedule/server/{conflicts,rules,visibility}.ts',
    ],
    tests: [
      'modules/schedule/**/*.test.ts',
      'tests/conformance/{schedule,time-off,certifications,forecasting}.test.ts',
    ],
    isNative: true,
  },
}

/** The area that is broken now; `run.ts` names it. */
export function currentArea(): Area {
  const name = process.env.MUTATED_AREA ?? ''
  const found = areas[name]
  if (!found) throw new Error(`"${name}" is none of ${Object.keys(areas).join(', ')}.`)
  return found
}
