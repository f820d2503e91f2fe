import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import type { AgendaJob } from '../../agenda-shape.ts'

/** The documents that were put to a day of a job. */
export const DayDocuments = ({ job }: { job: AgendaJob }) =>
  job.documents.length > 0 && (
    <ul className={list} aria-label="Documents">
      {job.documents.map(({ id, name }) => (
        <li key={id}>
          <a href={`/projects/${job.project_id}/documents/${id}`} className={link}>
            <Icon name="file-text" size="sm" /> {name}
          </a>
        </li>
      ))}
    </ul>
  )

const list = css({ stack: '1.5', paddingTop: '2.5', borderTop: '1px solid {colors.line}' })
const link = css({ inlineRow: '1.5', color: 'primary', fontSize: 'sm' })
