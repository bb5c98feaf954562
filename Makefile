# `make EXE=name` builds the engine as `name`, as OpenBench asks for it; `EVALFILE=new.net` makes that net a
# part of it.
EXE ?= sakdi
ifeq ($(OS),Windows_NT)
    override EXE := $(EXE:.exe=).exe
endif
ifdef EVALFILE
    export SAKDI_EVALFILE := $(EVALFILE)
endif

.PHONY: all
all:
	cargo rustc --release --bin sakdi -- --emit link=$(EXE)
