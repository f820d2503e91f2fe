import { defineServer, refuse, serve, within } from '#server/define-server.ts'
import { handoverParts } from '../handover/slots.ts'
import { projects } from '../projects/entities.ts'
import { servedAccess } from './server/access-server.ts'
import { nameErrors, renamed } from './server/names.ts'
import { copyDefaults } from './server/copy-defaults.ts'
import { defaultsJobs, giveDefaults } from './server/give-defaults.ts'
import { servedDefaultFolders } from './server/default-folders-server.ts'
import { servedDocuments } from './server/documents-server.ts'
import { textJobs } from './server/document-texts.ts'
import { earlierJobs, startTexts } from './server/earlier-texts.ts'
import {
  allDifferences,
  checkDirectories,
  directoryJobs,
  nameDirectory,
  renameDirectory,
  startDirectories,
} from './server/directories.ts'
import { defaultDocuments, documents, documentTexts } from './entities.ts'
import { handedDocuments } from './server/handed.ts'
import { shareable } from '../share-links/slots.ts'
import { sharedDocuments } from './server/shared.ts'
import { folderNames, servedFolders } from './server/folders-server.ts'

export default defineServer({
  serve: [
    servedFolders,
    ...servedAccess,
    servedDocuments,
    serve(documentTexts, { visible: () => ({ document_id: within(documents) }) }),
    servedDefaultFolders,
    serve(defaultDocuments, {
      uploads: true,
      may: (verb, { draft }) =>
        // One with a file was there before its deletion was undone.
        verb === 'create' && !draft.path ? refuse('Choose a file.', { file: ['File is required'] }) : true,
      derive: renamed,
      validate: nameErrors,
    }),
    serve(projects, {
      async afterSave(record, before, ctx, draft) {
        if (before) {
          const isRenamed = draft.action === 'rename_sharepoint_directory' && record.number !== before.number
          return isRenamed ? renameDirectory(record, ctx) : undefined
        }
        await nameDirectory(record, ctx)
        await giveDefaults(record, ctx)
      },
      actions: {
        async copy_default_documents(project, ctx) {
          await copyDefaults(project.id, ctx)
          return { ...project, default_documents_copied: true }
        },
      },
    }),
  ],
  fills: [shareable(sharedDocuments), handoverParts(handedDocuments)],
  jobs: { ...textJobs, ...earlierJobs, ...directoryJobs, ...defaultsJobs },
  async start(ctx) {
    await startDirectories(ctx)
    await startTexts(ctx)
  },
  daily: checkDirectories,
  async check(stored) {
    const outside = (await allDifferences(stored)).map((line) => `outside  ${line}`)
    return [...(await folderNames(stored)).map((line) => `name     ${line}`), ...outside]
  },
})
