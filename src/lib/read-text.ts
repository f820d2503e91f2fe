/** The text of an answer from outside, of which at most so many bytes are read. */
export async function readText(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let left = most
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true })
    left -= chunk.byteLength
    if (left <= 0) break
  }
  return text + decoder.decode()
}
