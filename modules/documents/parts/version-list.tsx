import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatRecent } from '#lib/moments.ts'
import { Button } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { users } from '../../users/entities.ts'
import type { Document } from '../entities.ts'
import type { DocumentActions } from './document-actions.tsx'

export interface VersionListProps {
  readonly document: Document
  readonly actions: DocumentActions
  /** The version that is looked at, by its id; null for the current one. */
  readonly shown?: number | null
  readonly onShow?: (id: number | null) => void
}

/** The versions of a document, newest first, with who added each and when. @useSignals */
export const VersionList = ({ document, actions, shown = null, onShow }: VersionListProps) => {
  const { store } = useServices()
  // Lists leave versions out; the document's own record has them.
  const versions = [...(document.versions ?? [])].reverse()
  return (
    <section aria-label="Versions" className={css({ padding: '3.5', borderTop: '1px solid {colors.line}' })}>
      <div className={head}>
        <h2 className={css({ fontWeight: 'section' })}>Versions</h2>
        {actions.mayEdit && (
          <Button
            size="sm"
            variant="outline"
            icon="upload"
            loading={actions.busy === 'upload_version'}
            onClick={actions.chooseVersion}
          >
            New version
          </Button>
        )}
      </div>
      <ol>
        {versions.map((version) => {
          const isCurrent = version.number === document.version
          const isShown = shown === null ? isCurrent : shown === version.id
          const what = `${store.of(users).get(version.user_id)?.name ?? 'Someone'} · ${formatRecent(Date.parse(version.created_at))}`
          return (
            <li key={version.id} className={row} data-shown={(onShow && isShown) || undefined}>
              <b>{version.number}</b>
              {onShow ? (
                <button type="button" className={link} onClick={() => onShow(isCurrent ? null : version.id)}>
                  {what}
                </button>
              ) : (
                <span className={css({ color: 'muted' })}>{what}</span>
              )}
              {isCurrent ? (
                <Tag tone="done">Current</Tag>
              ) : (
                actions.mayEdit && (
                  <Button
                    size="sm"
                    variant="ghost"
                    loading={actions.busy === 'restore_version'}
                    aria-label={`Restore version ${version.number}`}
                    onClick={() => void actions.restore(version.id)}
                  >
                    Restore
                  </Button>
                )
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const head = css({ wrap: '2', justifyContent: 'space-between', marginBottom: '2' })
const row = css({
  stack: '2',
  gridTemplateColumns: '1.5rem minmax(0, 1fr) auto',
  alignItems: 'center',
  minHeight: '10',
  textStyle: 'small',
  borderTop: '1px solid {colors.line}',
  '&[data-shown]': { background: 'primary.soft' },
})
const link = css({
  minWidth: '0',
  overflowWrap: 'anywhere',
  textAlign: 'start',
  color: 'primary',
  cursor: 'pointer',
  minHeight: { base: '6', _coarse: 'touch' },
})
