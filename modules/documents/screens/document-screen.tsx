import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Detail } from '#blocks/detail/detail.tsx'
import { History } from '#blocks/history/history.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { ScreenProps } from '#core/module/define-module.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { documents, documentUrl, type Document } from '../entities.ts'
import { useDocumentActions } from '../parts/document-actions.tsx'
import { formatSize } from '#lib/file-size.ts'
import { Preview } from '../parts/preview.tsx'
import { DocumentMenu } from '../parts/preview-panel.tsx'
import { useFolderQuery } from '../parts/use-folders.ts'
import { VersionList } from '../parts/version-list.tsx'
import { WordsLine } from '../parts/words-line.tsx'

/** A document on a page of its own: what is in it, with the one before and the one after in its folder. @useSignals */
export default function DocumentScreen({ params }: ScreenProps<'/projects/:project_id/documents/:document_id'>) {
  const project_id = Number(params.project_id) || 0
  const list = { href: `/projects/${project_id}/documents`, label: 'Documents' }
  return (
    <ParentScope project_id={project_id}>
      <Detail entity={documents} id={params.document_id} list={list}>
        {(document) => <DocumentPage key={document.id} document={document} />}
      </Detail>
    </ParentScope>
  )
}

/** @useSignals */
const DocumentPage = ({ document }: { document: Document }) => {
  const { api } = useServices()
  const [, navigate] = useLocation()
  const [version, setVersion] = useState<number | null>(null)
  const { id, project_id, folder_id, name, project_number } = document
  const level = useSummary(
    useFolderQuery(project_id).items,
    (all) => all.find((folder) => folder.id === folder_id)?.my_level ?? 'none',
    [folder_id],
  )
  const actions = useDocumentActions(document, level, document.project_archived_at !== null)
  const query = useQuery(documents, {
    params: { project_id },
    filters: { folder_id },
    order: { column: 'name', direction: 'asc' },
  })
  const ids = useSummary(query.items, (all) => all.map((one) => one.id), [])
  const at = ids.indexOf(id)
  const [before, after] = at < 0 ? [] : [ids[at - 1], ids[at + 1]]
  const folder = `/projects/${project_id}/documents?folder=${folder_id}`
  const hrefOf = (to: Id) => `/projects/${project_id}/documents/${to}`
  useEffect(() => {
    window.document.title = name
  }, [name])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [role=dialog], video, audio')
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      const to = { ArrowLeft: before && hrefOf(before), ArrowRight: after && hrefOf(after), Escape: folder }[event.key]
      if (to) navigate(to, { replace: event.key !== 'Escape' })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  const shown = document.versions?.find((one) => one.id === version)
  const path = shown ? `/api/documents/${id}/versions/${shown.id}` : `/api/documents/${id}`
  return (
    <Page
      title={<bdi>{name}</bdi>}
      sub={`${document.user_name} · ${formatSize(document.size)}${document.locked_id === null ? '' : ` · Locked by ${document.locked_name}`}`}
      crumbs={
        <Breadcrumb
          items={[
            { href: `/projects/${project_id}`, label: project_number },
            { href: folder, label: document.folder_name },
          ]}
        />
      }
      actions={
        <>
          <Button
            variant="outline"
            icon="chevron-left"
            aria-label="Previous document"
            disabled={!before}
            onClick={() => before && navigate(hrefOf(before), { replace: true })}
          />
          <Button
            variant="outline"
            icon="chevron-right"
            aria-label="Next document"
            disabled={!after}
            onClick={() => after && navigate(hrefOf(after), { replace: true })}
          />
          <LinkButton variant="outline" icon="download" href={`${api.urlOf(documentUrl(document))}?download`} download>
            Download
          </LinkButton>
          <DocumentMenu document={document} actions={actions} />
        </>
      }
    >
      <div className={columns}>
        <div className={paper}>
          <Preview
            key={`${path} ${document.version}`}
            path={path}
            name={shown?.name ?? name}
            mime={shown?.mime ?? document.mime}
          />
        </div>
        <div className={aside}>
          <WordsLine document={document} />
          <VersionList document={document} actions={actions} shown={version} onShow={setVersion} />
          <div className={css({ padding: '3.5', borderTop: '1px solid {colors.line}' })}>
            <Offered entity={documents} verb="history">
              <History entity={documents} record={document} />
            </Offered>
          </div>
          {actions.problem && (
            <p className={css({ padding: '3.5', color: 'attention', textStyle: 'small' })}>{actions.problem}</p>
          )}
        </div>
      </div>
      {actions.dialogs}
    </Page>
  )
}

const columns = css({
  stack: '4',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
})
const paper = css({
  background: 'soft',
  borderRadius: 'lg',
  padding: { base: '0', md: '4' },
  marginInline: { base: '-3.5', md: '0' },
  overflow: 'hidden',
})
const aside = css({ layerStyle: 'card', overflow: 'hidden' })
