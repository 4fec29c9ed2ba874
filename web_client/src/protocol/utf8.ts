const encoder = new TextEncoder();

/** What `text` takes in UTF-8: messages are bounded by bytes. */
export const bytesOf = (text: string): number => encoder.encode(text).length;
