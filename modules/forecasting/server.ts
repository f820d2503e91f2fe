import { defineServer, serve } from '#server/define-server.ts'
import { whatIfs } from './entities.ts'

export default defineServer({ serve: [serve(whatIfs, {})] })
