import { useServices } from '#blocks/services/services.tsx'
import { useFetched } from '#blocks/detail/use-record.ts'
import { css } from '#css/css'
import { formatRecent } from '#lib/moments.ts'
import { Button, IconButton, LinkButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import type { Level } from '../access.ts'
import { documents, documentUrl, type Document } from '../entities.ts'
import { useDocumentActions } from './document-actions.tsx'
import { Preview } from './preview.tsx'
import { VersionList } from './version-list.tsx'
import { WordsLine } from './words-line.tsx'

/** A document beside its list: what is in it, its versions, and what can be done with it. @useSignals */
export const PreviewPanel = ({
  document,
  level,
  readOnly,
}: {
  document: Document
  level: Level
  readOnly: boolean
}) => {
  const { api, session } = useServices()
  // Lists leave out the versions.
  useFetched(documents, document.id, () => api.across(documents).fetch(document.id))
  const actions = useDocumentActions(document, level, readOnly)
  const isOwn = document.locked_id === session.user.value?.id
  return (
    <aside className={panel} aria-label={document.name}>
      <header className={head}>
        <div className={css({ minWidth: '0', flex: '1' })}>
          <h2 className={css({ fontWeight: 'section', overflowWrap: 'anywhere' })}>
            <bdi>{document.name}</bdi>
          </h2>
          {document.locked_id !== null && document.locked_at !== null && (
            <p className={css({ textStyle: 'note' })}>
              Locked by {isOwn ? 'you' : document.locked_name}, {formatRecent(Date.parse(document.locked_at))}
            </p>
          )}
        </div>
        <LinkButton
          variant="ghost"
          icon="download"
          href={`${api.urlOf(documentUrl(document))}?download`}
          download
          aria-label={`Download ${document.name}`}
        >
          {''}
        </LinkButton>
        <LinkButton
          variant="ghost"
          icon="external-link"
          href={`/projects/${document.project_id}/documents/${document.id}`}
          aria-label={`Open ${document.name}`}
        >
          {''}
        </LinkButton>
        <DocumentMenu document={document} actions={actions} />
      </header>
      <div className={paper}>
        <Preview
          key={document.version}
          path={`/api/documents/${document.id}`}
          name={document.name}
          mime={document.mime}
        />
      </div>
      <WordsLine document={document} />
      <VersionList document={document} actions={actions} />
      {actions.mayEdit && (
        <footer className={foot}>
          {actions.steps
            .filter(({ button }) => button)
            .map(({ action, label, icon = 'circle', take }) => (
              <Button key={action} size="sm" variant="outline" icon={icon} loading={actions.stepping} onClick={take}>
                {label}
              </Button>
            ))}
          <Button size="sm" variant="outline" icon="folder-input" onClick={actions.move}>
            Move
          </Button>
          <Button size="sm" variant="outline" icon="pencil" onClick={actions.rename}>
            Rename
          </Button>
        </footer>
      )}
      {actions.problem && <p className={locked}>{actions.problem}</p>}
      {actions.dialogs}
    </aside>
  )
}

/** What else can be done with a document. */
export const DocumentMenu = ({
  document,
  actions,
}: {
  document: Document
  actions: ReturnType<typeof useDocumentActions>
}) => {
  const { mayEdit, sharing } = actions
  const editing: MenuItem[] = [
    { label: 'New version', icon: 'upload', onSelect: actions.chooseVersion },
    { label: 'Rename', icon: 'pencil', onSelect: actions.rename },
    { label: 'Move', icon: 'folder-input', onSelect: actions.move },
    ...actions.steps.map(({ label, icon = 'circle', take }) => ({ label, icon, onSelect: take })),
    { label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: actions.remove },
  ]
  const items = [...sharing, ...(mayEdit ? editing : [])]
  return items.length > 0 ? (
    <Menu
      label={document.name}
      trigger={<IconButton icon="ellipsis" aria-label={`More for ${document.name}`} />}
      items={items}
    />
  ) : null
}

const panel = css({ display: 'flex', flexDirection: 'column', layerStyle: 'card', overflow: 'hidden' })
const head = css({
  display: 'flex',
  alignItems: 'start',
  gap: '1',
  padding: '3.5',
  borderBottom: '1px solid {colors.line}',
})
const paper = css({ background: 'soft', padding: '3.5', maxHeight: '28rem', overflow: 'auto' })
const foot = css({ flow: '2', padding: '3.5', borderTop: '1px solid {colors.line}' })
const locked = css({ padding: '3.5', textStyle: 'small', color: 'attention', borderTop: '1px solid {colors.line}' })
