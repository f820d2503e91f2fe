import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useState } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Button } from '#ui/button/button.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states/states.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { existsIn } from '../parts/copy-plan.ts'
import { DefaultsTree } from '../parts/defaults-tree.tsx'
import { useCopying } from '../parts/use-copying.ts'
import { useDefaults } from '../parts/use-defaults.ts'
import { useProjectCodes } from '../parts/use-project-codes.ts'

/**
 * Copies selected default cost codes of the company into a project; with `preselected` every one is selected at first. Existing codes
 * are not changed.
 */
export const CopyDialog = ({
  project_id,
  preselected = false,
  onClose,
}: {
  project_id: Id
  preselected?: boolean
  onClose: () => void
}) => {
  const { tree, failed, retry } = useDefaults()
  const project = useProjectCodes(project_id)
  const exists = existsIn(project.value)
  const [picked, setChosen] = useState<ReadonlySet<Id> | null>(null)
  const [search, setSearch] = useState('')
  const report = useOutcome()
  const { copy, progress, problem } = useCopying(project, tree ?? [])
  const codes = tree?.flatMap((branch) => branch.codes) ?? []
  const chosen = picked ?? new Set(preselected ? codes.map(({ id }) => id) : [])
  const wanted = codes.filter((code) => chosen.has(code.id) && !exists(code))
  async function run() {
    const copied = await copy(wanted)
    if (!copied) return
    const { length } = copied.data
    report(copied, `${length} cost ${length === 1 ? 'code' : 'codes'} copied.`)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy from defaults"
      tall
      main={
        <Button loading={progress !== null} disabled={wanted.length === 0} onClick={() => void run()}>
          {wanted.length ? `Copy ${wanted.length}` : 'Copy'}
        </Button>
      }
    >
      <div className={css({ stack: '3' })}>
        {progress !== null && <Progress value={progress} aria-label="Copying" />}
        {problem && (
          <p role="alert" className={css({ color: 'attention', whiteSpace: 'pre-line' })}>
            {problem}
          </p>
        )}
        {failed ? (
          <ErrorState onRetry={retry} />
        ) : tree === null ? (
          <SkeletonRows />
        ) : tree.length === 0 ? (
          <EmptyState icon="hash" title="No default cost codes.">
            An administrator adds them under Setup.
          </EmptyState>
        ) : (
          <>
            <TextInput
              type="search"
              aria-label="Search default cost codes"
              placeholder="Number, name or category"
              value={search}
              onChange={setSearch}
            />
            <DefaultsTree tree={tree} search={search} chosen={chosen} exists={exists} onChange={setChosen} />
          </>
        )}
      </div>
    </Dialog>
  )
}
