import { useState } from 'react'
import type { CsvColumn } from '#blocks/csv/csv-file.ts'
import { ImportDialog } from '#blocks/csv/import-dialog.tsx'
import { ParentScope } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { ProjectFirst } from '../../projects/components.ts'
import { usePeopleInFile } from '../../users/index.ts'
import type { Item } from '../entities.ts'
import { itemColumns } from '../parts/item-file.ts'

/** Where items are imported: into this project, or into one that is asked for. */
export interface ImportItemsProps {
  readonly project_id?: Id
  readonly onClose: () => void
}

interface OfKind<E extends Entity, R> extends ImportItemsProps {
  readonly entity: E
  /** The columns that other work items do not have. */
  readonly columns: readonly CsvColumn<R>[]
}

/** Imports work items of one kind from a CSV file, by their numbers in a project (rule import). */
export const ImportItems = <E extends Entity, R extends Item & RecordOf<E>>({
  project_id,
  onClose,
  ...kind
}: OfKind<E, R>) => {
  const { plural } = kind.entity.display
  const into = (project: Id) => (
    <ParentScope project_id={project}>
      <ItemFile {...kind} onClose={onClose} />
    </ParentScope>
  )
  if (project_id !== undefined) return into(project_id)
  return (
    <ProjectFirst
      title={`Import ${plural}`}
      help={`A file has the ${plural} of one project. Who is assigned any must see it.`}
      next="Choose a file"
      onClose={onClose}
    >
      {into}
    </ProjectFirst>
  )
}

function ItemFile<E extends Entity, R extends Item & RecordOf<E>>({
  entity,
  columns: own,
  onClose,
}: Omit<OfKind<E, R>, 'project_id'>) {
  const { read, prepare } = usePeopleInFile()
  const [columns] = useState(() => itemColumns(own, read))
  return (
    <ImportDialog
      entity={entity}
      columns={columns as unknown as readonly CsvColumn<RecordOf<E>>[]}
      by={['number']}
      prepare={prepare}
      onClose={onClose}
    />
  )
}
