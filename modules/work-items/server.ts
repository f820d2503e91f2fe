import { defineServer } from '#server/define-server.ts'
import { shareable } from '../share-links/slots.ts'
import { followEarlier, servedFollows } from './server/following.ts'

import { sharedItems } from './server/shared.ts'

export default defineServer({ serve: servedFollows, fills: [shareable(sharedItems)], start: followEarlier })
