import { defineServer } from '#server/define-server.ts'
import { handoverParts } from '../handover/slots.ts'
import { handedMarks, handedSheets } from './server/handed.ts'
import { nameShared, servedDrawings, servedRevisions, servedSheets } from './server/drawings-server.ts'
import { servedMarkups } from './server/markups-server.ts'
import { followRecord } from './server/pinning.ts'
import { shareable } from '../share-links/slots.ts'
import { sharedDrawings } from './server/shared.ts'
import { readingJobs } from './server/reading.ts'
import { placed } from '../work-items/slots.ts'
import { tellPublished } from './tell.ts'

export default defineServer({
  serve: [servedDrawings, servedSheets, servedRevisions, servedMarkups],
  fills: [shareable(sharedDrawings), placed(followRecord), handoverParts(handedSheets), handoverParts(handedMarks)],
  jobs: readingJobs,
  subscribe: [tellPublished],
  start: nameShared,
})
