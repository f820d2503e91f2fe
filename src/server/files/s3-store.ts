import { randomUUID } from 'node:crypto'
import { disposition, type FileStore } from './file-store.ts'
import { checkS3, isUnknown, PROBE } from './s3-check.ts'
import { createS3Client, elementsIn, textsIn, type S3Config } from './s3-client.ts'
import { endUpload, fileOfTail, finishS3Upload, openS3Upload, removeTails, stateIn } from './s3-upload.ts'

export { readS3Url, type S3Config } from './s3-client.ts'

/** How long a link into the bucket is valid. */
const LINK_SECONDS = 300

/**
 * Keeps files in an S3-compatible bucket, under ids alone and with no media type: both are said by the links, so that an
 * object by itself reveals and runs nothing. Downloads bypass this server through links that are valid for five minutes.
 */
export function s3Store(config: S3Config): FileStore {
  const client = createS3Client(config)
  const { ask } = client

  /** The entries of a listing, page by page; `next` says in an answer where the page after it begins. */
  async function* listed(
    element: string,
    query: Record<string, string>,
    next: (xml: string) => Record<string, string>,
  ): AsyncGenerator<string> {
    let from: Record<string, string> = {}
    for (;;) {
      const xml = await (await ask('', { query: { ...query, ...from } })).text()
      yield* elementsIn(xml, element)
      if (textsIn(xml, 'IsTruncated')[0] !== 'true') return
      from = next(xml)
    }
  }
  /** Uploads in parts that were not completed; none where the store does not list them. */
  async function* listUploads(): AsyncGenerator<string> {
    const next = (xml: string) => ({
      'key-marker': textsIn(xml, 'NextKeyMarker')[0] ?? '',
      'upload-id-marker': textsIn(xml, 'NextUploadIdMarker')[0] ?? '',
    })
    try {
      yield* listed('Upload', { uploads: '' }, next)
    } catch (error) {
      if (!isUnknown(error)) throw error
    }
  }

  return {
    // As in a folder, so that files can move from one to the other.
    newPath() {
      const id = randomUUID()
      return `${id.slice(0, 2)}/${id}`
    },
    open: (path, saved) => openS3Upload(client, path, saved),
    finish: (path, saved) => finishS3Upload(client, path, saved),
    async reach() {
      // A listing of nothing, since some stores fail at the continuation of one.
      await ask('', { query: { prefix: `${PROBE}/`, 'max-keys': '1' } })
    },
    async check() {
      return checkS3(client)
    },
    async size(path) {
      const answer = await ask(path, { method: 'HEAD', accepted: [404] })
      if (answer.status === 404) return null
      const length = answer.headers.get('content-length')
      if (length === null) throw new Error('The file store does not say how large a file is.')
      return Number(length)
    },
    async read(path, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const answer = await ask(path, { ...(headers && { headers }), accepted: [404] })
      return answer.status === 404 ? null : answer.body
    },
    async remove(path, state = '') {
      const { upload, tailed } = stateIn({ state })
      if (upload !== null) await endUpload(client, path, upload)
      if (upload !== null || tailed) await removeTails(client, path)
      await ask(path, { method: 'DELETE', accepted: [404] })
    },
    async *list() {
      // The first version of this operation, which more stores implement in full: the last key of a page continues it.
      const objects = listed('Contents', {}, (xml) => ({
        marker: textsIn(xml, 'NextMarker')[0] ?? textsIn(xml, 'Key').at(-1) ?? '',
      }))
      for await (const xml of objects) {
        const key = textsIn(xml, 'Key')[0] ?? ''
        const path = fileOfTail(key)
        if (path === null) yield { path: key, unfinished: false }
        else
          yield {
            path,
            unfinished: true,
            written_at: textsIn(xml, 'LastModified')[0],
            removePartial: async () => void (await ask(key, { method: 'DELETE', accepted: [404] })),
          }
      }
      for await (const xml of listUploads()) {
        const [path = '', uploadId = ''] = [textsIn(xml, 'Key')[0], textsIn(xml, 'UploadId')[0]]
        yield {
          path,
          unfinished: true,
          written_at: textsIn(xml, 'Initiated')[0],
          removePartial: () => endUpload(client, path, uploadId),
        }
      }
    },
    linkTo: (path, as) =>
      client.link(path, LINK_SECONDS, {
        'response-content-disposition': disposition(as),
        'response-content-type': as.mime,
      }),
  }
}
