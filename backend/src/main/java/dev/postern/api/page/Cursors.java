package dev.postern.api.page;

import dev.postern.api.error.ApiException;
import dev.postern.logstore.CursorCodec;
import dev.postern.logstore.CursorCodec.ListName;
import dev.postern.logstore.InvalidCursorException;
import dev.postern.model.Cursor;

/** Cursors as arguments. */
final class Cursors {

    static Cursor parse(String argument, String text, ListName list) {
        try {
            return CursorCodec.decode(list, text);
        } catch (InvalidCursorException e) {
            throw ApiException.badInput(argument, "not a cursor of this list (expected: one that a page of it gave)");
        }
    }

    private Cursors() {}
}
