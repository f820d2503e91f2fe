import { defineServer } from '#server/define-server.ts'

export default defineServer({ sample: () => import('./sample/sample.ts') })
