import { css } from '#css/css'
import type { Failure } from '#core/resource/result.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'

interface SearchStateProps {
  /** How many files are still being read. */
  readonly reading: number
  /** Why the server did not look for the words. */
  readonly failure: Failure | null
  readonly retry: () => unknown
}

/** What a search has not looked through: files that are still being read, and all of them where no server answers. */
export const SearchState = ({ reading, failure, retry }: SearchStateProps) => {
  if (reading === 0 && !failure) return null
  return (
    <div role="status" className={line}>
      {failure ? (
        <>
          Only names were searched, not the words in files.
          <Button size="sm" variant="ghost" onClick={() => void retry()}>
            Try again
          </Button>
        </>
      ) : (
        `${reading === 1 ? '1 file is' : `${formatNumber(reading)} files are`} still being read`
      )}
    </div>
  )
}

const line = css({ wrap: '2', textStyle: 'small', color: 'attention' })
