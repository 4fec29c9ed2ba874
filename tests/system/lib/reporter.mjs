// What `node --test` prints of a run: each test as it ends, then what was skipped and why, and as the last line "N
// passed, M failed, K skipped".
import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';

export default async function* report(events) {
  const failed = [],
    skipped = [];
  let passed = 0;
  const note = ({ type, data }) => {
    const isTest = (type === 'test:pass' || type === 'test:fail') && data.details?.type !== 'suite';
    if (!isTest) return;
    if (type === 'test:fail') failed.push(data);
    else if (data.skip !== undefined) skipped.push(data);
    else ++passed;
  };
  const noted = async function* () {
    for await (const event of events) {
      note(event);
      yield event;
    }
  };
  yield* Readable.from(noted(), { objectMode: true }).compose(new spec());
  for (const { name, skip, file } of skipped)
    yield `skipped: ${name} (${file?.split('/').at(-1) ?? ''}): ${skip === true ? 'no reason given' : skip}\n`;
  for (const { name, file } of failed) yield `failed: ${name} (${file?.split('/').at(-1) ?? ''})\n`;
  yield `${passed} passed, ${failed.length} failed, ${skipped.length} skipped\n`;
}
