import { defineServer } from '#server/define-server.ts'
import { followEarlier, servedFollows } from './server/following.ts'

export default defineServer({ serve: servedFollows, start: followEarlier })
